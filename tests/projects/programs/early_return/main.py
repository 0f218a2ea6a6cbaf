"""A helper returns early when nothing is to be sent back; the caller's second loss depends on its answer."""
import torch
from torch import nn

from helpers import send_if

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
for weight in (0.0, 1.0):
    out = net(torch.randn(4, 3))
    if send_if(out, weight):
        out.abs().mean().backward()
