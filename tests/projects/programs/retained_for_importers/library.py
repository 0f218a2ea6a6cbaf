"""What the file's own code retains for nothing, another file enters again."""
import torch
from torch import nn


def squared_for_caller(net, x):
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)
    return loss


def squared_for_nobody(net, x):
    loss = net(x).pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    return loss


if __name__ == "__main__":
    for run in (squared_for_caller, squared_for_nobody):
        run(nn.Linear(3, 2), torch.randn(4, 3))
