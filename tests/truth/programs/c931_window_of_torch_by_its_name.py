import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--window", default="hann")
parser.add_argument("--long", action="store_true")
options = parser.parse_args([])


class Spectrum(nn.Module):
    def __init__(self, window, length):
        super().__init__()
        self.register_buffer("window", getattr(torch, f"{window}_window")(length))

    def forward(self, x):
        return (x * self.window).exp()


spectrum = Spectrum(options.window, 16 if options.long else 8)
net = nn.Linear(8, 8)
for _ in range(3):
    y = spectrum(net(torch.randn(2, 8)))
    y.mean().backward(retain_graph=True)  # expect: RTG201
