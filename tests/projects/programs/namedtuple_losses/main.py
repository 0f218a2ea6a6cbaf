"""Losses in named tuples, of both kinds; unpacked, indexed and by name."""
import torch
from torch import nn

from outputs import Losses, Pair

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    out = net(torch.randn(4, 3))
    losses = Losses(out.mean(), content=out.pow(2).mean())
    optimizer.zero_grad()
    losses.style.backward(retain_graph=True)
    losses.content.backward()
    out = net(torch.randn(4, 3))
    first, second = Pair(out.mean(), out.pow(2).mean())
    first.backward(retain_graph=True)
    second.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    pair = Pair(first=net(torch.randn(4, 3)).mean(), second=0.0)
    pair[0].backward()
    pair.first.backward()  # expect: RTG101
