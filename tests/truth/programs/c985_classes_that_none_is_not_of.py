"""What is of a class is not None, unless None is of it, too."""

import json
from collections.abc import Hashable

import torch
from torch import nn

net = nn.Linear(3, 1)
values = json.loads('[{"a": 1}, null]')
for value in values:
    loss = net(torch.rand(2, 3)).pow(2).mean()
    if isinstance(value, (dict, list)):
        loss.backward(retain_graph=True)  # expect: RTG201
        if value is None:
            loss.backward()
    elif isinstance(value, object):
        loss.backward(retain_graph=True)
        if value is None:
            loss.backward()

for value in values:
    loss = net(torch.rand(2, 3)).pow(2).mean()
    if isinstance(value, Hashable):
        loss.backward(retain_graph=True)
        if value is None:
            loss.backward()
