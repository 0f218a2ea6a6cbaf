"""The hook of a part of a model keeps a graph of the wrapper's call, which is retained for it; beside it the hook of what is no part
of that model. (The library is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("wrapping")
exec(
    """
from torch import nn

def build():
    model = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
    model.head = nn.Linear(4, 1)
    return model

class Wrapper(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x)
""",
    LIBRARY.__dict__,
)
sys.modules["wrapping"] = LIBRARY

from wrapping import Wrapper, build  # noqa: E402

kept = []


def keep(module, given, output):
    kept.append(output)


x = torch.randn(2, 4)
model, other = build(), build()
model.head.register_forward_hook(keep)
wrapped = Wrapper(model)
out = wrapped(x)
out.square().mean().backward(retain_graph=True)
kept[-1].square().mean().backward()

kept.append(other[0].weight.exp())
out = Wrapper(other)(x)
out.square().mean().backward(retain_graph=True)  # expect: RTG201
kept[-1].sum().backward()


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Tanh())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x).square()


net = Net()
net.layers.register_forward_hook(keep)
both = Wrapper(module=net)
loss = both(x).mean()
loss.backward(retain_graph=True)
kept[-1].square().mean().backward()
net(x).mean().backward(retain_graph=True)
kept[-1].square().mean().backward()
assert len(kept) == 4
