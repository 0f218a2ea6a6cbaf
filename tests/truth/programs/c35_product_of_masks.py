"""An item at a mask, also one computed of several, is a copy: writing at another one leaves what it saved as it was."""

import torch
from torch import nn

net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    r = net(torch.rand(4, 3)).square() + 1
    first = (r[:, 0] > 1.1) * (r[:, 1] > r[:, 2])
    second = ~first & (r[:, 0] > 0)
    z, w = torch.ones(4), torch.ones(4)
    z[first] = r[first, 0].sqrt()
    w[first] = r[first, 1] / z[first]
    w[second] = r[second, 0].sqrt()
    z[second] = r[second, 1] / w[second]
    optimizer.zero_grad()
    (z.sum() + w.sum()).backward()
    optimizer.step()
