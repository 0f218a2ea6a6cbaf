"""What a function is said to return counts. (The callee is opaque, and so is which layer it names.)"""

import torch
from torch import nn


def build(kind: str) -> nn.Module:
    return getattr(nn, kind)(4, 4)


def train(kind: str) -> None:
    encoder, head = build(kind), build(kind)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    features = encoder(torch.ones(2, 4)).detach()
    for _ in range(2):
        optimizer.zero_grad()
        head(features).square().mean().backward()
        optimizer.step()


exec('train("Linear")')
