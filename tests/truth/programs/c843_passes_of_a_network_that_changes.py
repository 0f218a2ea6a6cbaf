"""A network changes between its passes: by a flag of its own, by a variable of the file, by a part in another's place, by parameters
that are frozen. Each pass builds the graph of the network as it is then."""

import torch
from torch import nn

CUTS = False


class Block(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.relu(self.first(x))
        h = torch.tanh(self.second(h) + h * 0.5)
        return x + torch.sigmoid(h) * h


class Cut(Block):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return super().forward(x.detach())


class Network(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([Block(size), Block(size), Block(size), Block(size), Block(size), Block(size)])
        self.cuts = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.cuts or CUTS:
            x = x.detach()
        for block in self.blocks:
            x = block(x)
        for block in self.blocks:
            x = block(x).tanh()
        return torch.tanh(x)


encoder, net = nn.Sequential(nn.Linear(3, 3), nn.Tanh()), Network(3)


def share() -> None:
    features = encoder(torch.rand(2, 3))
    net(features).sum().backward(retain_graph=True)
    features.sum().backward()


share()
share()
share()

net.cuts = True
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
net.cuts = False

CUTS = True
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
CUTS = False

share()
first, net.blocks[0] = net.blocks[0], Cut(3)
features = encoder(torch.rand(2, 3))
net(features).sum().backward(retain_graph=True)  # expect: RTG201
features.sum().backward()
net.blocks[0] = first

share()
frozen = torch.rand(2, 3)
for parameter in net.parameters():
    parameter.requires_grad = False
features = encoder(frozen)
net(features).sum().backward(retain_graph=True)
features.sum().backward()
for parameter in net.parameters():
    parameter.requires_grad = True
out = net(frozen)
out.sum().backward(retain_graph=True)
out.mean().backward()
