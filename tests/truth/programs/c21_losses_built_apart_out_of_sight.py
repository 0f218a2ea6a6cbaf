"""Whether what an unseen callee returns together was built together, nobody can know: here it was not."""

import pydoc

import torch
from torch import nn

nets = [nn.Linear(2, 2), nn.Linear(2, 2)]
x = torch.rand(4, 2)
first, second = pydoc.locate("torch.utils._pytree.tree_map")(lambda net: net(x).square().mean(), nets)
first.backward()
second.backward()
