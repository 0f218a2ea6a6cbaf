"""Options are taken out of mappings that were read: numbers and words, no graphs; what opaque code puts in one may be a graph."""

import json

import torch
from torch import nn

keep = eval("lambda value: {'kept': value}")


class Settings:
    def __init__(self, **kwargs):
        self.weight = kwargs["train"].pop("weight", 1.0)
        self.mode = kwargs["train"].pop("mode", "mean")
        self.rate = kwargs["train"].setdefault("rate", 0.1)


settings = Settings(**json.loads('{"train": {"weight": 2.0}}'))
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=settings.rate)
for x in torch.randn(3, 3, 2):
    loss = net(x).square().mean() * settings.weight
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

loss = net(torch.randn(3, 2)).square().mean()
held = keep(loss)
loss.backward(retain_graph=True)
held.pop("kept", 0.0).backward()
