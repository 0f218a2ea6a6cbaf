"""A name may stand for a type in annotations. (The callee is opaque.)"""

from typing import TypeVar

import torch
from torch import nn

Layer = nn.Module
Network = TypeVar("Network", bound=Layer)


def train(first: Network, second: "Layer | None") -> None:
    code = first(torch.ones(2, 4))
    second(code).mean().backward()
    second(code).mean().backward()  # expect: RTG101


exec("train(nn.Linear(4, 4), nn.Linear(4, 4))")
