"""Behind the yield of a context manager, a graph is entered again that its body has freed."""

from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def penalise(prediction):
    try:
        yield
    finally:
        prediction.abs().mean().backward()  # expect: RTG101


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
for step in range(4):
    prediction = net(torch.randn(6, 2))
    with penalise(prediction):
        if step > 0:
            prediction.square().mean().backward()
