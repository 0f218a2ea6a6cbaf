"""A dictionary of features, each network of which only trains its own head: what it holds is detached once for both uses."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.low, self.high = nn.Linear(4, 8), nn.Linear(4, 8)

    def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"low": torch.tanh(self.low(x)), "high": torch.tanh(self.high(x))}


class Head(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 1)

    def forward(self, features: dict[str, torch.Tensor]) -> torch.Tensor:
        score: torch.Tensor = self.linear(features["low"] * features["high"])
        return score


torch.manual_seed(0)
encoder, one, two = Encoder(), Head(), Head()
opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
opt_heads = torch.optim.SGD([*one.parameters(), *two.parameters()], lr=0.1)
for _ in range(3):
    features = encoder(torch.randn(5, 4))
    first = one(features)
    second = two(features)
    opt_heads.zero_grad()
    (first.mean() + second.square().mean()).backward()  # expect: RTG301
    opt_heads.step()
    opt_encoder.zero_grad()
    features = encoder(torch.randn(5, 4))
    (one(features) - two(features)).abs().mean().backward()
    opt_encoder.step()
