"""A module's own buffers are all there are, if those of its parts are not asked for."""

import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        self.register_buffer("scale", torch.ones(2))

    def forward(self, x):
        return self.layer(x) * self.scale


net = Scaled()
loss = net(torch.ones(1, 2)).exp().sum()
loss.backward(retain_graph=True)  # expect: RTG201
if len(list(net.buffers(recurse=False))) != 1:
    loss.backward()
