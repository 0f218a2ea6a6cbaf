"""A module's constructor is given a class, which its annotation calls a module: what it makes of it is a submodule, and its forward
builds a new graph in every pass."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, backbone: nn.Module) -> None:
        super().__init__()
        self.features = backbone()
        self.head = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.features.forward(x))

    def fit(self) -> None:
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            self(torch.rand(2, 3)).sum().backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


def fit(backbone: nn.Module) -> None:
    Classifier(backbone).fit()


eval("fit(lambda: nn.Linear(3, 3))")
