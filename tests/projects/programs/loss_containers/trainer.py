import torch
from torch import nn

from losses import compute


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.weights = [1.0, 0.5, 0.1]

    def losses(self):
        self.optimizer.zero_grad()
        return compute(self.net(torch.randn(4, 3)))

    def summed(self):
        total = sum(self.losses().values())
        total.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()

    def enumerated(self):
        losses = list(self.losses().values())
        n = len(losses)
        for i, loss in enumerate(losses):
            loss.backward(retain_graph=i < n - 1)
        self.optimizer.step()

    def zipped(self):
        losses = []
        for loss in self.losses().values():
            losses.append(loss)
        for weight, loss in zip(self.weights, losses):
            (weight * loss).backward(retain_graph=loss is not losses[-1])
        self.optimizer.step()

    def items(self):
        for name, loss in self.losses().items():
            loss.backward(retain_graph=(name != "c"))
        self.optimizer.step()
