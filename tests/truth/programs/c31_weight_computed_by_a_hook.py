"""A hook computes the weight anew before each forward: what was computed when it was registered is never used."""

import torch
from torch import nn


def normalise(module, inputs=None):
    module.weight = module.weight_bar / module.weight_bar.norm()


net = nn.Linear(2, 1)
bar = nn.Parameter(net.weight.data)
del net._parameters["weight"]
net.register_parameter("weight_bar", bar)
normalise(net)
net.register_forward_pre_hook(normalise)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.rand(4, 2)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
