"""A slice that an operation takes for a tensor was cut out of one, whoever returned that."""

import pydoc

import torch
from torch import nn

net = pydoc.locate("torch.nn.Sequential")(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
weight = nn.Parameter(torch.ones(3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
weights = torch.optim.SGD([weight], lr=0.1)
for _ in range(2):
    out = net(torch.randn(5, 3))
    outside = (weight * nn.functional.log_softmax(out[2:], 1).mean(1)).mean()
    loss = nn.functional.cross_entropy(out[:2], torch.tensor([0, 1])) + outside
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    weights.zero_grad()
    (-outside).backward()  # expect: RTG103
    weights.step()
