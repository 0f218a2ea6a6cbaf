"""What an opaque function makes of a parameter in a module's constructor is a tensor that every pass uses again; what it makes of a
layer, or is called, is a submodule, and so is what a class makes of modules."""

import torch
from torch import nn

normalize = eval("lambda weight: weight / weight.norm()")
wrap = eval("lambda layer: layer")
Nets = eval("__import__('types').SimpleNamespace")


class Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))
        self.scale = normalize(self.weight)
        self.layer = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x) * self.scale


class Wrapped(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = wrap(nn.Linear(3, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x).tanh()


class Gathered(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.nets = Nets(encoder=nn.Linear(3, 3), decoder=nn.Linear(3, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return decode(self.nets, self.nets.encoder(x))


def decode(nets: object, code: torch.Tensor) -> torch.Tensor:
    return nets.decoder(code).tanh()


def train_scaled(net: nn.Module) -> None:
    for _ in range(3):
        net(torch.rand(2, 3)).sum().backward(retain_graph=True)


def train_wrapped(net: nn.Module) -> None:
    for _ in range(3):
        net(torch.rand(2, 3)).sum().backward(retain_graph=True)  # expect: RTG201


def train_gathered(net: nn.Module) -> None:
    for _ in range(3):
        nn.functional.mse_loss(net(torch.rand(2, 3)), torch.rand(2, 3)).backward(retain_graph=True)  # expect: RTG201


train_scaled(Scaled())
train_wrapped(Wrapped())
train_gathered(Gathered())
