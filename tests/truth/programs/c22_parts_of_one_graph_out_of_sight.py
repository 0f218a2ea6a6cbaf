"""What an unseen callee returns hangs on the only graph that it was given, each part of it."""

import pydoc

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
first, second = pydoc.locate("torch.unbind")(net(torch.rand(2, 2)))
first.square().mean().backward()
second.square().mean().backward()  # expect: RTG101
