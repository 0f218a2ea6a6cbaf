"""A mode that is not entered, or was left, holds nothing back."""

from contextlib import ExitStack

import torch
from torch import nn


def run(images, keep):
    with ExitStack() as stack:
        if not keep:
            stack.enter_context(torch.no_grad())
        return net(images)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
images = torch.randn(6, 2)
target = run(images, False)
prediction = run(images, True)
(prediction - target).square().mean().backward()
(prediction * target).mean().backward()  # expect: RTG101
