"""What a hook stored hangs on the graph of the forward, which the first call has freed."""

import torch
from torch import nn


class Tap:
    def __init__(self, layer):
        self.out = None
        layer.register_forward_hook(self.save)

    def save(self, module, inputs, output):
        self.out = output


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
tap = Tap(net[1])
net(torch.randn(6, 2)).square().mean().backward()
tap.out.square().mean().backward()  # expect: RTG101
