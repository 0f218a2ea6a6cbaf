"""The outputs of the networks of an annotated list are graphs, each on its own parameters. (The calls are out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def ensemble(nets: list[nn.Module], x: torch.Tensor) -> None:
    outputs = [net(x) for net in nets]
    for number, net in enumerate(reversed(nets)):
        net.zero_grad()
        loss = net(outputs[number].detach()).square().mean()
        loss.backward()
    total = sum(output.sum() for output in outputs)
    total.backward()


exec(
    """
ensemble([nn.Sequential(nn.Linear(4, 4), nn.Tanh()), nn.Sequential(nn.Linear(4, 4), nn.Tanh())], torch.ones(2, 4))
"""
)
