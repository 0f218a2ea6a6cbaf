"""A loss of an opaque model, which may be switched off: what has a graph is no number."""

import torch
from torch import nn

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def forward(x):
    return net(x).pow(2).mean()


compute = eval("forward")
average = 1.0
for turn in range(3):
    loss = compute(torch.ones(3, 2))
    value = loss if isinstance(loss, (int, float)) else loss.item()
    average = 0.9 * average + 0.1 * value
    optimizer.zero_grad()
    (loss / average).backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
