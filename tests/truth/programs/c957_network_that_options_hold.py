"""Options may hold a class of networks: what it makes is used like a network, and builds a new graph in each pass."""

import argparse

import torch
from torch import nn


class Small(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(2, width)

    def forward(self, x):
        return self.first(x).tanh()


parser = argparse.ArgumentParser()
parser.add_argument("--backbone", default=Small)
parser.add_argument("--device", default="cpu")
config = parser.parse_args()
net = config.backbone(width=3).to(config.device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = nn.CrossEntropyLoss()
for x in torch.randn(3, 4, 2):
    loss = criterion(net(x), torch.zeros(4, dtype=torch.long))
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
