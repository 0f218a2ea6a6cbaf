"""A kind that is neither of two leaves no loss, and the first backward() raises: in later iterations no loss of the iteration
before is sent backward, however many options have been asked meanwhile."""

import pickle

import torch
from torch import nn


def divergence(mean, spread):
    if mean.data.ndimension() == 4:
        mean = mean.view(mean.size(0), mean.size(1))
    if spread.data.ndimension() == 4:
        spread = spread.view(spread.size(0), spread.size(1))
    return (mean.pow(2) + spread.exp()).sum()


def distance(x, y, kind):
    if kind == "square":
        loss = (x - y).pow(2).mean()
    elif kind == "absolute":
        loss = (x - y).abs().mean()
    else:
        loss = None
    return loss


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self.outer = nn.Linear(2, 4)

    def forward(self, x):
        coded = self.inner(x)
        mean, spread = coded[:, :2], coded[:, 2:]
        return self.outer(mean + spread.exp()), mean, spread


class Solver:
    def __init__(self, kind, weight, distribution):
        self.net = Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.kind, self.weight, self.distribution = kind, weight, distribution

    def train(self, data):
        for x in data:
            y, mean, spread = self.net(x)
            apart, spread = distance(x, y, self.distribution), divergence(mean, spread)
            if self.kind == "sum":
                loss = apart + self.weight * spread
            elif self.kind == "gap":
                loss = apart + self.weight * (spread - 1).abs()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


def main(kind, weight, distribution, data):
    Solver(kind, weight, distribution).train(data)


main(*pickle.loads(pickle.dumps(["sum", 0.5, "square", torch.randn(3, 2, 4)])))
