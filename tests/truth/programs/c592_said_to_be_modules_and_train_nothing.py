"""Losses and activations are modules by their annotations, and so are frozen ones. (The callees are opaque.)"""

import torch
from torch import nn


def build(kind: str, *options: int) -> nn.Module:
    return getattr(nn, kind)(*options)


def make_criterion(kind: str) -> nn.Module:
    return getattr(nn, kind)()


def choose(kind: str) -> "nn.Module | None":
    return getattr(nn, kind, None)


def train(kind: str, loss: str, activation: str) -> None:
    network, criterion, activate = build(kind, 4, 4), make_criterion(loss), build(activation)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        criterion(activate(network(torch.ones(2, 4))), torch.zeros(2, 4)).backward()
        optimizer.step()


def train_head(kind: str) -> None:
    backbone, head = build(kind, 4, 4), build(kind, 4, 1)
    for parameter in backbone.parameters():
        parameter.requires_grad_(False)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    features = backbone(torch.ones(2, 4))
    for _ in range(2):
        optimizer.zero_grad()
        head(features).square().mean().backward()
        optimizer.step()


def distil(kind: str) -> None:
    teacher: nn.Module = build(kind, 4, 4).eval()
    student: nn.Module = build(kind, 4, 4)
    optimizer: torch.optim.Optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    with torch.no_grad():
        wanted = teacher(torch.ones(2, 4))
    for _ in range(2):
        (student(torch.ones(2, 4)) - wanted).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad()


exec('train("Linear", "MSELoss", "Tanh"); train_head("Linear"); distil("Linear"); choose("Linear")')
