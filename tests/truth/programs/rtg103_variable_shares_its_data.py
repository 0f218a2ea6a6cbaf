"""A write to the data that a Variable was made of makes stale what the Variable saved."""

import torch
from torch.autograd import Variable

noise = torch.rand(1, 4)
leaf = Variable(noise, requires_grad=True)
loss = (leaf * leaf).sum()
noise.add_(1)
loss.backward()  # expect: RTG103
