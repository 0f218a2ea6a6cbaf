"""The arguments of a data class are its fields; a class variable among the annotated names is none."""

from dataclasses import dataclass
from typing import ClassVar, Optional

import torch


@dataclass
class Losses:
    scale: ClassVar[Optional[float]] = 0.5
    first: torch.Tensor
    second: torch.Tensor


w = torch.randn(3, requires_grad=True)
losses = Losses(w.exp(), w + 1)
losses.first.sum().backward()
(losses.first.sum() * Losses.scale).backward()  # expect: RTG101
