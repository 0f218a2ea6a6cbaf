"""A class, a function or an object of a class of the program is no text, number or list, unless it inherits from one."""

import os

import torch
from torch import nn


class Plain:
    word = "plain"

    def is_one(self, kind):
        if isinstance(kind, str):
            return self.word == kind
        return isinstance(self, kind)


class Fast(Plain):
    word = "fast"


class Numbers(list):
    pass


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
chosen = Fast() if os.environ.get("NO_SUCH_KIND") else Plain()
fast = chosen.is_one(Fast)
numbers = Numbers((1, 2))

for x in torch.randn(3, 4, 2):
    optimizer.zero_grad()
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    if fast and not isinstance(chosen, Fast):
        loss.backward()
    if isinstance(Plain, (int, str)) or isinstance(chosen, dict) or isinstance(chosen.is_one, (str, list)):
        loss.backward()
    loss = net(x).abs().mean()
    loss.backward(retain_graph=True)
    if isinstance(numbers, list) and isinstance(chosen, object) and isinstance(Fast, type) and isinstance(Fast, object):
        (2 * loss).backward()
    optimizer.step()
