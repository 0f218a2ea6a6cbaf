import torch
from torch import nn


def train(net: nn.Module) -> torch.Tensor:
    out = net(torch.rand(2, 3)).exp()
    out.sum().backward(retain_graph=True)
    return out.square().mean()
