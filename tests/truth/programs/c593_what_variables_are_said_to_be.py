"""A variable or an attribute is what it is said to be. (The callee is opaque, and so is which layer it names.)"""

import torch
from torch import nn


class Pair:
    def __init__(self, kind: str) -> None:
        self.second: nn.Module = getattr(nn, kind)(4, 4)

    def train(self, kind: str) -> None:
        first: nn.Linear = getattr(nn, kind)(4, 4)
        code = first(torch.ones(2, 4))
        self.second(code).mean().backward()
        self.second(code).mean().backward()  # expect: RTG101


exec('Pair("Linear").train("Linear")')
