"""Opaque code that is given a model and its optimiser, and no batch, gives objects to train with: each call of them builds
anew. If it gives a loss after all, that may be sent backward again."""

import torch
from torch import nn

exec("""
class Engine(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x).square().mean()


def initialize(model, optimizer, model_parameters, training_data):
    return Engine(model), optimizer, training_data


def penalise(model, optimizer):
    return sum(p.square().sum() for p in model.parameters()) * optimizer.param_groups[0]["lr"]
""")

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [torch.randn(4, 2) for _ in range(3)]
wrapped, stepper, loader = initialize(
    model=net, optimizer=optimizer, model_parameters=net.parameters(), training_data=data
)
for x in loader:
    stepper.zero_grad()
    loss = wrapped(x)
    loss.backward(retain_graph=True)  # expect: RTG201
    stepper.step()

for x in data:
    stepper.zero_grad()
    loss = wrapped(x)
    loss.backward(retain_graph=True)
    (2 * loss).backward()
    stepper.step()

penalty = penalise(net, optimizer)
penalty.backward(retain_graph=True)
(2 * penalty).backward()
