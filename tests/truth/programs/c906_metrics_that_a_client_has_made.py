"""A metric computes figures of what it has been given, and a history keeps them: neither runs the engine, nor does who reads them."""

import torch


def train(model, optimizer, batches, history, train_metrics=None):
    for inputs, targets in batches:
        outputs = model(inputs)
        loss = (outputs - targets).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        if train_metrics:
            train_metrics.update(outputs, targets)
    if train_metrics:
        for name, value in train_metrics.compute().items():
            history[name].append(value)
        train_metrics.reset()


exec("""
from torch import nn

class Metrics:
    def __init__(self):
        self.total = 0.0
    def update(self, outputs, targets):
        self.total += (outputs - targets).abs().mean().item()
    def compute(self):
        return {"error": self.total}
    def reset(self):
        self.total = 0.0

model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.rand(2, 3), torch.rand(2, 1)) for _ in range(3)]
train(model, optimizer, batches, {"error": []}, Metrics())
""")
