"""A file of the package is not there (it is generated, or was not checked in): what is seen is judged all the same."""
import torch
from torch import nn

try:
    from ._version import version
except ImportError:
    version = "unknown"
from . import losses


def train(net, batch):
    out = net(batch)
    losses.style(out).backward()
    losses.content(out).backward()  # expect: RTG101
    return version


if __name__ == "__main__":
    train(nn.Sequential(nn.Linear(3, 3), nn.Tanh()), torch.randn(4, 3))
