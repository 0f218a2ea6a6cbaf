"""A dictionary that a function is given is copied: what is stored in the copy is not in the dictionary, what was in it is in both."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())


def twice(losses):
    kept = losses.copy()
    losses["total"].backward(retain_graph=True)
    kept["total"].backward()


def replaced(losses):
    kept = losses.copy()
    kept["total"] = net(torch.randn(2, 3)).mean()
    kept["total"].backward()
    losses["total"].backward()


def added(losses):
    kept = losses.copy()
    kept["more"] = kept["total"] * 2
    kept["more"].backward(retain_graph=True)
    losses["total"].backward()


exec("""
for use in (twice, replaced, added):
    use({"total": net(torch.randn(2, 3)).mean()})
""")
