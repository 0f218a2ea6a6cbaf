"""Only another file shows that the second call needs the retain of the first."""
import torch
from torch import nn

from library import Keeper


def main():
    net, keeper = nn.Sequential(nn.Linear(3, 2), nn.Tanh()), Keeper()
    keeper.first(net(torch.randn(4, 3)))
    keeper.second()


def alone():
    net, keeper = nn.Sequential(nn.Linear(3, 2), nn.Tanh()), Keeper()
    keeper.third(net(torch.randn(4, 3)))


if __name__ == "__main__":
    main()
    alone()
