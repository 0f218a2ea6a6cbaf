import settings
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x):
        h = torch.relu(self.first(x))
        h = torch.tanh(self.second(h) + h * 0.5)
        return x + torch.sigmoid(h) * h


class Network(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])

    def forward(self, x):
        if settings.CUTS:
            x = x.detach()
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(x)


encoder, net = nn.Sequential(nn.Linear(3, 3), nn.Tanh()), Network(3)


def share():
    features = encoder(torch.rand(2, 3))
    net(features).sum().backward(retain_graph=True)
    features.sum().backward()


share()
share()
share()
settings.CUTS = True
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
