"""A target comes one of several ways. Its size is measured, and a new tensor is made of that: no graph hangs on numbers."""

import torch
from torch import nn


def measure(made, target, mask):
    if target.dim() == 2:
        target = target.unsqueeze(0)
        mask = mask.unsqueeze(0)
    if mask.dim() == 2:
        mask = mask.unsqueeze(0)
    n, t, f = target.shape
    mask = mask.reshape(n, t * f, 1)
    marks = torch.zeros([n, t * f, 2])
    marks.scatter_(2, target.view(n, t * f, 1), 1)
    made = made * mask
    marks = marks * mask
    return ((made * marks) ** 2).sum()


def train(net, loader, clip):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, target, mask in loader:
        optimizer.zero_grad()
        x = x.cuda() if isinstance(x, tuple) else x.to("cpu")
        loss = measure(net(x), target, mask)
        loss.backward(retain_graph=True)  # expect: RTG201
        if clip:
            nn.utils.clip_grad_norm_(net.parameters(), clip)
        optimizer.step()


exec("""
batches = [(torch.rand(1, 6, 3), torch.randint(2, (2, 3)), torch.ones(2, 3)) for _ in range(3)]
train(nn.Linear(3, 2), batches, 1.0)
""")
