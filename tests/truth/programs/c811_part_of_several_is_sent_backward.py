"""The loss that an opaque criterion returns with others hangs on the only graph that the criterion was given."""

import torch
from torch import nn


def compare(output, target):
    error = output - target
    return error.pow(2).mean(), error.abs().max().item()


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
criterion = eval("compare")
for batch in eval("[{'source': torch.randn(3, 2), 'real': torch.randn(3, 2)} for _ in range(2)]"):
    output = net(batch["source"])
    loss, largest = criterion(output, batch["real"])
    optimizer.zero_grad()
    loss.backward()
    output.pow(2).mean().backward()  # expect: RTG101
    optimizer.step()
