"""A set of lengths has as many items as there are different ones: that all are the same is no reason to raise."""

import numpy
import torch
from torch import nn


def shuffle(*arrays):
    if len(set(len(array) for array in arrays)) != 1:
        raise ValueError("all must have the same length")
    if len({len(array) for array in arrays}) > 1:
        raise ValueError("all must have the same length")
    order = numpy.random.permutation(len(arrays[0]))
    return tuple(array[order] for array in arrays)


def read(count):
    return numpy.random.rand(count, 2).astype("float32"), numpy.random.rand(count, 1).astype("float32")


net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs, targets = shuffle(*read(3))
for given, wanted in zip(torch.from_numpy(inputs), torch.from_numpy(targets)):
    loss = (net(given) - wanted).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
