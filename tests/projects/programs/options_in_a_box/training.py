"""Options that were read from a text stand in a dictionary of a library, whose entries are attributes."""

import json

import torch
from box import Box
from torch import nn


def update(kept, given):
    for name, value in given.items():
        if isinstance(value, dict) and name in kept:
            update(kept[name], value)
        else:
            kept[name] = value


def read(text, others):
    hyperparams = {}
    update(hyperparams, json.loads(text))
    if others is not None:
        update(hyperparams, others)
    for name, value in hyperparams.items():
        if isinstance(value, str) and value.startswith("eval:"):
            hyperparams[name] = eval(value.removeprefix("eval:"))
    return Box(hyperparams)


def train(text, others=None):
    config = read(text, others)
    print(config.to_json(indent=4))
    net = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=config.rate)
    for _ in range(config.steps):
        scores = net(torch.rand(4, 3)).log_softmax(1)
        entropy = -(scores.exp() * scores).sum(1).mean()
        loss = scores[:, 0].mean() + -config.weight * entropy
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
