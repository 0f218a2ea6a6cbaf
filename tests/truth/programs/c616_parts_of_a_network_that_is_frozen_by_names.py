import torch
from torch import nn


def build(kind: str, *layers: nn.Module) -> nn.Module:
    return getattr(nn, kind)(*layers)


def train_head(kind: str, names) -> None:
    backbone, head = build(kind, nn.Linear(4, 4), nn.Tanh()), nn.Linear(4, 1)
    for name, parameter in backbone.named_parameters():
        if name in names:
            parameter.requires_grad_(False)
    features = backbone[0](torch.ones(2, 4))
    for _ in range(2):
        head(features).square().mean().backward()  # also: RTG102


exec('train_head("Sequential", ["0.weight", "0.bias"])')
