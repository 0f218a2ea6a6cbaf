"""A function that only makes data is not run again on each path, but its results stay what they were: tensors, not None."""

import os

import torch
from torch import nn
from torch.nn import functional as F


def get_batch(split):
    start = torch.randint(4, (1,)).item() if split == "train" else 0
    x = torch.stack([torch.randn(2) * (i + start) for i in range(3)])
    y = torch.zeros(3, dtype=torch.long) if os.environ.get("ZEROS") else torch.ones(3, dtype=torch.long)
    for scale in (1.0, 1.1, 1.2, 1.3, 1.4, 1.5):
        for shift in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
            for sign in (-1, 1, 2, 3):
                x = x * scale + shift * sign
    return x, y


net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = get_batch("train")
for step in range(3):
    optimizer.zero_grad()
    out = net(x)
    loss = F.cross_entropy(out, torch.ones(3, dtype=torch.long) if y is None else y)
    loss.backward(retain_graph=True)  # expect: RTG201
    if y is None:
        out.square().mean().backward()
    optimizer.step()
    x, y = get_batch("train")
