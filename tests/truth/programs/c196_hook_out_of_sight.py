"""Hooks that cannot be seen, on layers that may be a part of anything: a hook is not what runs the layers again."""

import operator

import torch
from torch import nn


def note(layer: nn.Module, given: object, result: torch.Tensor) -> None:
    shapes.append(result.shape)


shapes: list[torch.Size] = []
hook = operator.itemgetter(0)([note])
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
run = operator.attrgetter("forward")(net)
layers: list[nn.Module] = []
layers.extend(operator.attrgetter("_modules")(net).values())
for layer in layers:
    layer.register_forward_hook(hook)
loss = run(torch.randn(6, 2)).square().mean()
loss.backward()
loss.backward()  # expect: RTG101
