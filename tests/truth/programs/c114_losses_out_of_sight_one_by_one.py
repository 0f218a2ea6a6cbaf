"""A loop over what an unseen callee returned: whether its elements were built together, nobody can know; here they were not."""

import pydoc

import torch
from torch import nn

tree_map = pydoc.locate("torch.utils._pytree.tree_map")
nets = [nn.Linear(2, 2), nn.Linear(2, 2)]
named = {"first": nets[0], "second": nets[1]}
steps = torch.optim.SGD([*nets[0].parameters(), *nets[1].parameters()], lr=0.1)
for _ in range(3):
    x = torch.rand(4, 2)
    steps.zero_grad()
    for loss in tree_map(lambda net, x=x: net(x).square().mean(), nets):
        loss.backward()
    for name, loss in zip(named, tree_map(lambda net, x=x: net(x).exp().mean(), nets)):
        loss.backward()
    for number, loss in enumerate(tree_map(lambda net, x=x: net(x).exp().mean(), nets)):
        (loss / (number + 1)).backward()
    losses = tree_map(lambda net, x=x: net(x).square().mean(), named)
    for name in losses:
        losses[name].backward()
    losses = tree_map(lambda net, x=x: net(x).square().mean(), named)
    for name, loss in losses.items():
        loss.backward()
    losses = tree_map(lambda net, x=x: (str(net), net(x).square().mean()), nets)
    for name, loss in losses:
        loss.backward()
    steps.step()
