"""Attributes that an object has or not: what nothing in sight sets it has not, unless a base out of sight does."""

import torch
from torch import nn


def make_base():
    class Hidden(nn.Module):
        extra = True

    return Hidden


Base, word = eval("make_base")(), eval("'remember'")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())

    def forward(self, x):
        return self.body(x)


class Other(Base):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())

    def forward(self, x):
        return self.body(x)


class Answering(Net):
    def __getattr__(self, name):
        if name == "told":
            return True
        return super().__getattr__(name)


class Late(Net):
    def remember(self):
        self.extra = True


x = torch.randn(4, 2)
kept = Net()(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if hasattr(Net(), "more"):
    kept.mean().backward()
kept = Other()(x)
kept.sum().backward(retain_graph=True)
if hasattr(Other(), "extra"):
    kept.mean().backward()
kept = Answering()(x)
kept.sum().backward(retain_graph=True)
if hasattr(Answering(), "told"):
    kept.mean().backward()
late = Late()
kept = late(x)
kept.sum().backward(retain_graph=True)
getattr(late, word)()
if hasattr(late, "extra"):
    kept.mean().backward()
for name in ("_buffers", "dump_patches", "zero_grad"):
    kept = late(x)
    kept.sum().backward(retain_graph=True)
    if hasattr(late, name):
        kept.mean().backward()
