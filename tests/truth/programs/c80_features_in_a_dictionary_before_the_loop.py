"""A dictionary of features is filled before the loop, and all of it is walked in each of its rounds."""

import torch
from torch import nn

net = nn.Linear(4, 4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
features = {}
for name in "abc":
    features[name] = net(torch.randn(2, 4)).sin()
for step in range(3):
    loss = 0
    for feature in features.values():
        loss = loss + feature.square().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG102
    optimizer.step()
