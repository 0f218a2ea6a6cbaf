"""What one loop stores under keys that nobody knows, another loop over them finds again, each at its place."""

import os

import torch
from torch import nn

names = os.environ.get("NAMES", "day night dusk").split()


class Net(nn.Linear):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)


painters, judges = {}, {}
for name in names:
    painters[name], judges["of " + name] = Net(2, 4), Net(4, 1)
for x in torch.randn(3, 5, 4):
    for name in sorted(names):
        painter, judge = painters[name], judges[f"of {name}"]
        judge.optimizer.zero_grad()
        (judge(painter(torch.randn(5, 2))).mean() - judge(x).mean()).backward()  # expect: RTG301
        judge.optimizer.step()
        painter.optimizer.zero_grad()
        (-judge(painter(torch.randn(5, 2))).mean()).backward()
        painter.optimizer.step()
