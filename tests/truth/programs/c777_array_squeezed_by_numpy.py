"""numpy's own functions hand a tensor its own method, and make an array of an array."""

import numpy
import torch
from torch import nn

net = nn.Linear(2, 2)


def main():
    loss = net(torch.rand(1, 2)).sum()
    array = numpy.squeeze(net(torch.rand(1, 2)).detach().numpy())
    assert isinstance(array, numpy.ndarray)
    loss.backward(retain_graph=True)  # expect: RTG201


main()
