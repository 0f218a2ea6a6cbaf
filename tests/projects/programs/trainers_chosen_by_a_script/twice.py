import torch
from torch import nn


def train_twice(net: nn.Module) -> torch.Tensor:
    out = net(torch.rand(2, 3)).tanh()
    out.sum().backward(retain_graph=True)
    return out.square().mean()
