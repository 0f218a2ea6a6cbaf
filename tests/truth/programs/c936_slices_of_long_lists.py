"""Lists longer than their items are followed, and slices of them: how many items these have goes by the bounds."""

import torch
from torch import nn

COUNT = 21
widths = ([1] + [2] * 9 + [3] * COUNT)[0 : COUNT - 1]
zeros = [0 for _ in range(40)]
assert len(widths) == COUNT - 1
assert len(([4] * COUNT)[:5]) == 5
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    hidden = net(x).square()
    optimizer.zero_grad()
    hidden.sum().backward(retain_graph=True)
    if len(zeros[30:32]) == 2:
        hidden.mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
