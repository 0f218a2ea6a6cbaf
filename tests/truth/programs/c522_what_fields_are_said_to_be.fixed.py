"""What is written down of a field counts, for a class of the file too. (The calls are out of sight.)"""

from dataclasses import dataclass

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.layer(x))


@dataclass
class Parts:
    encoder: Net
    head: nn.Module

    def train(self, optimizer: torch.optim.Optimizer) -> None:
        features = self.encoder(torch.ones(2, 4)).detach()
        for _ in range(2):
            optimizer.zero_grad()
            self.head(features).square().mean().backward()
            optimizer.step()


exec(
    """
head = nn.Linear(4, 1)
Parts(Net(), head).train(torch.optim.SGD(head.parameters(), lr=0.1))
"""
)
