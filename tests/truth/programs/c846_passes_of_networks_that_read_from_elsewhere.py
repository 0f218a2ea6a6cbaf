"""Networks whose passes hang on options that hidden code made, on an attribute of their class, on a variable of the function that
defines them: each pass builds the graph that these make of it then."""

import torch
from torch import nn

OPTIONS = eval("type('Options', (), {'cuts': False})()")


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.relu(self.first(x))
        h = torch.tanh(self.second(h) + h * 0.5)
        return x + torch.sigmoid(h) * h


class Deep(nn.Module):
    CUTS = False

    def __init__(self, size: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if OPTIONS.cuts or Deep.CUTS:
            x = x.detach()
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(x)


def share(encoder: nn.Module, net: nn.Module) -> None:
    features = encoder(torch.rand(2, 3))
    net(features).sum().backward(retain_graph=True)
    features.sum().backward()


def define() -> None:
    cuts = False

    class Local(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.deep = Deep(3)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = x.detach() if cuts else x
            return self.deep(x).tanh() + self.deep(x).sigmoid()

    local = Local()
    share(encoder, local)
    share(encoder, local)
    share(encoder, local)
    cuts = True
    features = encoder(torch.rand(2, 3))
    local(features).sum().backward(retain_graph=True)  # expect: RTG201
    features.sum().backward()


encoder, net = nn.Sequential(nn.Linear(3, 3), nn.Tanh()), Deep(3)
OPTIONS.cuts = False
share(encoder, net)
share(encoder, net)
share(encoder, net)
OPTIONS.cuts = True
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
OPTIONS.cuts = False
share(encoder, net)
Deep.CUTS = True
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
Deep.CUTS = False
define()
