"""What freezes a whole network freezes its parts; a part that is frozen says nothing of the others. (The callees are opaque.)"""

import torch
from torch import nn


def build(kind: str, *layers: nn.Module) -> nn.Module:
    return getattr(nn, kind)(*layers)


def train_head(kind: str) -> None:
    backbone, head = build(kind, nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
    for parameter in backbone.parameters():
        parameter.requires_grad_(False)
    features = backbone[0](torch.ones(2, 4))
    for _ in range(2):
        head(features).square().mean().backward()


def train_another_head(kind: str) -> None:
    backbone, head = build(kind, nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
    backbone.requires_grad_(False)
    features = backbone[0](torch.ones(2, 4))
    for _ in range(2):
        head(features).square().mean().backward()


def train_more(kind: str) -> None:
    backbone, head = build(kind, nn.Linear(4, 4), nn.Linear(4, 4)), nn.Linear(4, 1)
    for parameter in backbone.parameters():
        parameter.requires_grad_(True)
    for parameter in backbone[1].parameters():
        parameter.requires_grad_(False)
    features = backbone[0](torch.ones(2, 4))
    for _ in range(2):
        head(features).square().mean().backward()  # expect: RTG102


exec('train_head("Sequential"); train_another_head("Sequential"); train_more("Sequential")')
