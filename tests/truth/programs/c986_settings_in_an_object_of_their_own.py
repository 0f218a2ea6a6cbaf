"""An object gives the entries of settings that were read from a file as its attributes, and those that have entries as such objects."""

import json

import torch
from torch import nn

TEXT = '{"train": {"kind": "pixel", "step": true, "log": {"all": true}}, "size": 3}'


class Settings:
    def __init__(self, entries=None):
        self.entries = entries if entries is not None else json.loads(TEXT)

    def __getattr__(self, name):
        if type(self.entries[name]) == dict:
            return Settings(entries=self.entries[name])
        return self.entries[name]


settings = Settings()
net = nn.Linear(settings.size, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(3, 2, 3):
    optimizer.zero_grad()
    loss = net(x).pow(2).mean()
    if settings.train.log.all:
        print(loss.item())
    if settings.train.kind == "features":
        loss = loss * 2
    if settings.train.kind == "pixel":
        loss.backward(retain_graph=True)  # expect: RTG201
    if settings.train.kind == "features":
        loss.backward()
    if settings.train.step:
        optimizer.step()
