"""Each gradient is clamped for itself before the second loss adds to it: the graph is kept for more than a sum."""

import torch
from torch import nn

torch.manual_seed(0)
body, one, two = nn.Sequential(nn.Linear(4, 8), nn.Tanh()), nn.Linear(8, 1), nn.Linear(8, 1)
optimizer = torch.optim.SGD([*body.parameters(), *one.parameters(), *two.parameters()], lr=0.1)
for _ in range(3):
    h = body(torch.randn(5, 4))
    first, second = one(h).square().mean(), two(h).square().mean()
    optimizer.zero_grad()
    first.backward(retain_graph=True)
    nn.utils.clip_grad_value_(body.parameters(), 0.01)
    second.backward()
    optimizer.step()
