"""A costly network gives back its features in lists: what lies below one of them is freed with what lies on it."""

import torch
from torch import nn


class Judge(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, size)])
        self.last = nn.Linear(size, 1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, list[torch.Tensor]]:
        maps = []
        for layer in self.layers:
            x = nn.functional.leaky_relu(layer(x) + layer(x).tanh(), 0.1)
            maps.append(x)
        x = self.last(x)
        maps.append(x)
        return torch.flatten(x, 1, -1), maps


class Judges(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.judges = nn.ModuleList([Judge(size), Judge(size), Judge(size)])
        self.mean, self.spread = nn.Linear(size, 2), nn.Linear(size, 2)

    def forward(self, x: torch.Tensor) -> dict[str, object]:
        scores, maps = [], []
        for judge in self.judges:
            score, features = judge(x)
            scores.append(score)
            maps.append(features)
        hidden = maps[0][-2]
        return {"scores": scores, "maps": maps, "parts": (self.mean(hidden), self.spread(hidden).exp()), "size": len(x)}


judges = Judges(4)
optimizer = torch.optim.SGD(judges.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    sum(score.sum() for score in judges(torch.rand(2, 4))["scores"]).backward()
    optimizer.step()
optimizer.zero_grad()
given = judges(torch.rand(2, 4))
given["maps"][0][2].sum().backward()
given["maps"][1][2].sum().backward()
given["maps"][0][0].sum().backward()  # expect: RTG101
