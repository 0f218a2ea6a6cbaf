"""`Variable(data, requires_grad=True)` is a leaf of its own on the same data: what is computed of it has a graph."""

import torch
from torch.autograd import Variable

noise = torch.rand(1, 4)
first, second = Variable(noise, requires_grad=True), Variable(noise, True)
kept = first**2
kept.sum().backward(retain_graph=True)
kept.mean().backward()
second.exp().sum().backward()

scaled = Variable(kept.data, requires_grad=True).exp()
scaled.sum().backward()
plain = Variable(kept)
assert not plain.requires_grad
scaled.mean().backward()  # expect: RTG101
