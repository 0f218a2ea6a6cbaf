"""The ReLU has saved its result, which the dropout changes in place."""

import argparse

import torch
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--dropout", default=0.5, type=float)
args = parser.parse_args()


class Net(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate
        self.block = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True), nn.Dropout(rate, inplace=True))
        self.head = nn.Linear(2, 1)

    def forward(self, x):
        h = torch.relu(self.block(x))
        return self.head(F.dropout(h, self.rate, inplace=True))


net = Net(0.5)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.randn(4, 2)).square().mean().backward()  # expect: RTG103
    optimizer.step()
