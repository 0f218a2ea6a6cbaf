import os

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 1)

    def forward(self, x):
        return self.layer(x)


def train(model, criterion, optimizer, scale):
    for _ in range(3):
        optimizer.zero_grad()
        loss = criterion(model(torch.randn(4, 2)) * scale, torch.zeros(4, 1))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Nets:
    Model = Net


class Data:
    def __init__(self, size):
        self.rows = torch.ones(size, 2)
        self.first = size
        if os.environ.get("HALF"):
            self.rows, self.first = self.rows / 2, 1
        self.second = 2
        if os.environ.get("SHIFT"):
            self.second = len(os.environ)
        self.mean = self.rows.mean()
        if os.environ.get("SCALE"):
            self.mean = self.rows.sum()
            self.third = 4


data = Data(4)
model = eval(os.environ.get("NETS", "Nets")).Model(2)
if os.environ.get("DOUBLE"):
    model.float()
criterion = nn.L1Loss() if os.environ.get("L1") else nn.MSELoss()
train(model, criterion, torch.optim.SGD(model.parameters(), 0.1), data.second)
