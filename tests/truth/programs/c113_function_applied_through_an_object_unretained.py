"""An autograd.Function is applied through an object of its class: what it was given hangs on behind it."""

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return -gradient


encoder = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
classifier, decoder = nn.Linear(4, 1), nn.Linear(4, 4)
batch = torch.randn(5, 4)
code = encoder(batch)
classifier(Reverse().apply(code)).mean().backward()
(decoder(code) - batch).abs().mean().backward()  # expect: RTG101
