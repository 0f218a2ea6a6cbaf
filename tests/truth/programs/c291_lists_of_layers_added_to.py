"""`layers += [layer]` adds to a list of layers, `layers + others` makes another list of the very same layers."""

import torch
from torch import nn


class Scales(nn.Module):
    def __init__(self, count: int = 3) -> None:
        super().__init__()
        self.parts = nn.ModuleList()
        for _ in range(count):
            self.parts += [nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))]

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        return [part(x) for part in self.parts]


base = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
base += nn.Sequential(nn.Linear(4, 4), nn.Tanh())
critics, last = Scales(), nn.ModuleList([nn.Linear(1, 1)])
every = critics.parts + last
optimizer = torch.optim.SGD([*base.parameters(), *every.parameters()], lr=0.1)
for _ in range(3):
    real, fake = critics(base(torch.randn(2, 4))), critics(base(torch.randn(2, 4)))
    loss = sum(((one - 1).square().mean() + two.square().mean() for one, two in zip(real, fake)), torch.zeros(()))
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

hidden = base(torch.randn(2, 4))
first, second = every[0](hidden), every[0](hidden)
optimizer.zero_grad()
every[3](first).sum().backward(retain_graph=True)
every[3](second).sum().backward()
optimizer.step()
