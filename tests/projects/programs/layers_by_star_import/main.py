"""Steps between a forward pass and a second backward pass: a single layer saves what goes in, two save a weight."""

import torch

import layers as nn

one = nn.Bounded(nn.Sequential(nn.Linear(3, 1)))
two = nn.Bounded(nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1)))
x = torch.randn(2, 3)

optimizer = torch.optim.SGD(one.parameters(), lr=0.1)
loss = one(x).sum()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()

optimizer = torch.optim.SGD(two.parameters(), lr=0.1)
loss = two(x).sum()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()  # expect: RTG103
