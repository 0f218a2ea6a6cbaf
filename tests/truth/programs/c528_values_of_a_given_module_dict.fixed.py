"""The values of an annotated ModuleDict are modules. (The call is out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train_parts(parts: nn.ModuleDict, x: torch.Tensor) -> None:
    for name, part in parts.items():
        print(name)
        loss = part(x).mean()
        loss.backward()


exec(
    """
part = nn.Sequential(nn.Linear(4, 2), nn.Sigmoid())
train_parts(nn.ModuleDict({"a": part}), torch.ones(2, 4))
"""
)
