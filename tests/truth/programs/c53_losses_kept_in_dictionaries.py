"""Dictionaries that make their entries, that are united, and lists that are filled anew give out the loss that they hold."""

import collections

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
history = collections.defaultdict(list)
for step in range(4):
    loss = net(torch.randn(6, 2)).square().mean()
    kept, united, filled = collections.defaultdict(list), {}, [None, None]
    kept["loss"].append(loss)
    united |= {"loss": loss}
    filled[:] = [loss, 2 * loss]
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    kept["loss"][0].backward(retain_graph=True)
    united["loss"].backward(retain_graph=True)
    filled[1].backward()
    loss = net(torch.randn(6, 2)).square().mean()
    history["loss"].append(loss.item())
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
