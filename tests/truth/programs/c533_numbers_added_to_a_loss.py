"""A loss with a history, to which an inner loop adds numbers: no graph is kept for them."""

import torch
from torch import nn

torch.manual_seed(0)
net, other = nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    x = torch.randn(5, 4)
    optimizer.zero_grad()
    loss = net(x).square().mean()
    loss.backward()
    optimizer.step()
    total = torch.zeros(())
    total += net(x).abs().mean()
    for _ in range(3):
        total += other(torch.randn(5, 4)).mean().detach()
    print(total.item())
