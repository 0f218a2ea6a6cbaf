"""Losses run through the layers of lists that have classes of their own, one of them beside names and numbers, and once more to be
shown."""

import torch
from torch import nn


class Heads(nn.ModuleList):
    def __init__(self, widths: list[int]) -> None:
        super().__init__([nn.Sequential(nn.Identity(), nn.Linear(width, 1, bias=False)) for width in widths])
        for parameter in self.parameters():
            parameter.requires_grad = False


class Stages(nn.ModuleDict):
    def __init__(self, names: list[str]) -> None:
        super().__init__({name: nn.Linear(3, 3) for name in names})


class Steps(list):
    pass


class Distance(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3), nn.Tanh())
        self.heads = Heads([3, 3])

    def features(self, x: torch.Tensor) -> list[torch.Tensor]:
        found = []
        for number, (_, layer) in enumerate(self.layers._modules.items(), 1):
            x = layer(x)
            if number in (2, 4):
                found.append(x)
        return found

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        pairs = zip(self.features(x), self.features(y))
        return torch.cat([head((a - b) ** 2) for (a, b), head in zip(pairs, self.heads)]).mean()


net, distance = nn.Linear(3, 3), Distance()
stages, steps = Stages(["first", "second"]), Steps([torch.tanh, nn.Linear(3, 3)])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    out = net(torch.rand(2, 3))
    loss = distance(out, torch.rand(2, 3))
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    shown = out
    for _, stage in stages.items():
        shown = stage(shown)
    for step in steps:
        shown = step(shown)
    print(distance(shown, torch.rand(2, 3)).item())
