"""A class whose `__new__` returns something else stands for that: a model of torchvision's kind, a list of losses, a tensor.
One that asks `object` makes an object of its own."""

import torch
from torch import nn


class Encoder:
    def __new__(cls, width):
        encoder = nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, 2))
        for parameter in encoder[0].parameters():
            parameter.requires_grad = False
        return encoder


class Loss:
    def __new__(cls, output):
        return output.square().mean()


class Scaled(nn.Module):
    def __new__(cls):
        made = super().__new__(cls)
        return made

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return self.layer(x)


encoder = Encoder(4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    encoder(torch.randn(5, 3)).square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

scorer = Encoder(4)
for _ in range(3):
    output = scorer(torch.randn(5, 3))
    scorer.zero_grad()
    Loss(output).backward(retain_graph=True)
    output.mean().backward()

scaled = Scaled()
scaled_optimizer = torch.optim.SGD(scaled.parameters(), lr=0.1)
for _ in range(3):
    scaled_optimizer.zero_grad()
    scaled(torch.randn(5, 3)).square().mean().backward(retain_graph=True)  # expect: RTG201
    scaled_optimizer.step()
