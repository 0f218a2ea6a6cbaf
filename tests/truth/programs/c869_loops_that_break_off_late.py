"""A tree of priorities is climbed from a leaf to its root, further than a loop is followed: what is behind that is run."""

import torch
from torch import nn


class Priorities:
    def __init__(self, size: int) -> None:
        self.sums = [0.0] * (2 * size - 1)
        self.kept: list[object] = [None] * size
        self.first = size - 1

    def add(self, number: int, priority: float, kept: torch.Tensor) -> None:
        self.kept[number] = kept
        self.change(number + self.first, priority)

    def change(self, at: int, priority: float) -> None:
        change = priority - self.sums[at]
        self.sums[at] = priority
        while True:
            at = (at - 1) // 2
            self.sums[at] += change
            if at == 0:
                break


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
priorities = Priorities(200)
for number in range(3):
    batch = torch.rand(2, 3)
    priorities.add(number, 1.0, batch)
    optimizer.zero_grad()
    loss = net(batch).pow(2).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
