import torch
from torch import nn


class PlainTrainer:
    def __init__(self, net: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self.net, self.optimizer = net, optimizer

    def train(self) -> None:
        for _ in range(3):
            self.optimizer.zero_grad()
            self.net(torch.rand(2, 3)).square().sum().backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
