"""The losses are counted from one, the flag from nothing: the last but one frees what the last needs."""

import torch
from torch import nn

body = nn.Sequential(nn.Linear(3, 5), nn.Sigmoid())
heads = nn.ModuleList([nn.Linear(5, 1) for _ in range(3)])
optimizer = torch.optim.SGD([*body.parameters(), *heads.parameters()], lr=0.1)


def train(shift: int) -> None:
    features = body(torch.randn(4, 3))
    losses = [head(features).exp().mean() for head in heads]
    optimizer.zero_grad()
    for number, loss in enumerate(losses, start=1):
        loss.backward(retain_graph=number + shift < len(losses))  # expect: RTG101
    optimizer.step()


train(0)
for number, loss in enumerate([head(body(torch.randn(4, 3))).exp().mean() for head in heads], 1):
    loss.backward(retain_graph=number > 3)
train(1)
