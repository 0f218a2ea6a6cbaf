"""What is stored under another name, or only where nothing is, leaves a constant what it is."""

import json

import torch
from torch import nn

net = nn.Linear(3, 3)
loaded = json.loads('{"rate": 0.1, "steps": 3}')


class Model:
    def __init__(self):
        self.twice = False
        self.loss_a = 0.0
        for name in loaded:
            setattr(self, f"loss_{name}", 0.0)


config = {"twice": False, "rate": 1.0}
config["rate"] = loaded["rate"]
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)  # expect: RTG201
if config["twice"]:
    kept.sum().backward()
config = {"twice": False}
for key in loaded:
    config.setdefault(key, loaded[key])
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)  # expect: RTG201
if config["twice"]:
    kept.sum().backward()
model = Model()
kept = net(torch.rand(2, 3)).sigmoid()
kept.mean().backward(retain_graph=True)  # expect: RTG201
if model.twice:
    kept.sum().backward()
