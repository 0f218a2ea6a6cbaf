"""A remembered result hangs on the graph that the first iteration freed."""

import functools

import torch

table = torch.nn.Parameter(torch.randn(4, 3))
optimizer = torch.optim.SGD([table], lr=0.1)


@functools.lru_cache(maxsize=None)
def rows(count):
    return torch.tanh(table[:count])


for step in range(3):
    loss = rows(4).mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG102
    optimizer.step()
