"""Which of the losses max() gives is not seen: it may be the one whose graph was retained."""

import torch
from torch import nn

net, other = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)), nn.Sequential(nn.Linear(2, 1), nn.Tanh())
optimizer = torch.optim.SGD([*net.parameters(), *other.parameters()], lr=0.1)
for step in range(4):
    one = net(torch.randn(6, 2)).square().mean() + 4
    two = other(torch.randn(6, 2)).square().mean()
    optimizer.zero_grad()
    one.backward(retain_graph=True)
    max([one, two], key=lambda loss: loss.item()).backward()
    two = other(torch.randn(6, 2)).square().mean()
    two.backward(retain_graph=True)
    min(two + one.item(), two).backward()
    optimizer.step()
