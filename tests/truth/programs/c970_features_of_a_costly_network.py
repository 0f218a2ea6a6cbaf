"""A costly network gives back its features in lists and dictionaries. What lies below one of them alone is freed with it; what several
share is retained for the others."""

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


def train_apart() -> None:
    for _ in range(3):
        optimizer.zero_grad()
        given = judges(torch.rand(2, 4))
        for score in given["scores"]:
            score.sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_on_features() -> None:
    for _ in range(3):
        optimizer.zero_grad()
        given = judges(torch.rand(2, 4))
        given["maps"][0][1].sum().backward(retain_graph=True)
        given["parts"][0].sum().backward(retain_graph=True)
        given["parts"][1].sum().backward(retain_graph=True)  # expect: RTG201
        given["maps"][1][1].sum().backward(retain_graph=True)
        given["scores"][1].sum().backward()
        optimizer.step()


def train_on_other_features() -> None:
    for _ in range(3):
        optimizer.zero_grad()
        given = judges(torch.rand(2, 4))
        given["maps"].append([judges.mean(torch.rand(2, 4))])
        given["maps"][2][0].sum().backward(retain_graph=True)  # expect: RTG201
        given["maps"][3][0].sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


train_apart()
train_on_features()
train_on_other_features()
