"""Of all callers of a wrapper one asks it to retain, for nothing: the flag is told where it is written."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def send_back(loss, retain_graph=False):
    loss.backward(retain_graph=retain_graph)


optimizer.zero_grad()
send_back(net(torch.randn(6, 2)).mean(), retain_graph=True)  # expect: RTG201
send_back(net(torch.randn(6, 2)).square().mean())
optimizer.step()
