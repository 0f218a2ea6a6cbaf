import torch
from torch import nn


def train_plain(net: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    for _ in range(3):
        optimizer.zero_grad()
        net(torch.rand(2, 3)).square().sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
