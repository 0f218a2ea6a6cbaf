"""Of each layer the bias alone is trained, or all of one layer: what is computed of them is built once, and freed once."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 6, bias=False), nn.BatchNorm1d(6), nn.Sigmoid(), nn.Linear(6, 6))
        self.scale = nn.Parameter(torch.ones(6))
        self.one, self.two = nn.Linear(6, 1), nn.Linear(6, 1)

    def forward(self, x):
        return (self.encoder(x) * self.scale).tanh()


def keep(net, words):
    for name, weight in net.named_parameters():
        weight.requires_grad = any(word in name for word in words)


net = Net()
keep(net, ["encoder.1.bias", "one", "two"])
optimizer = torch.optim.SGD([weight for weight in net.parameters() if weight.requires_grad], lr=0.1)
features = net(torch.randn(3, 4))
optimizer.zero_grad()
net.one(features).mean().backward()
net.two(features).mean().backward()  # expect: RTG101
optimizer.step()
