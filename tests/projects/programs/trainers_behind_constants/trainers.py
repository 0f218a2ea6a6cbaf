import torch
from torch import nn


class Once:
    def __init__(self, net: nn.Module) -> None:
        self.net = net

    def compute(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x).tanh()

    def optimize(self, loss: torch.Tensor) -> None:
        loss.backward(retain_graph=True)  # expect: RTG201


class Twice(Once):
    def optimize_first(self, loss: torch.Tensor) -> None:
        loss.backward(retain_graph=True)

    def optimize_second(self, loss: torch.Tensor) -> None:
        loss.backward()
