import torch
from torch import nn


def train_plain(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    return loss


def train_doubled(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    return loss


def train_kept(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    return loss


def train_first(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    return loss


def train_second(loss: torch.Tensor) -> None:
    loss.square().backward()
