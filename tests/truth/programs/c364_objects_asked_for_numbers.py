"""What an opaque object answers is no graph that its attributes may lead to, unless it is sent backward."""

import torch
from torch import nn

exec("""
class Data:
    rows = torch.ones(4, 2)
    margin = 2.0

    def count(self):
        return 4


class Penalty:
    weight = torch.ones(2, requires_grad=True)

    def of_weight(self):
        self.kept = self.weight.exp().sum()
        return self.kept
""")
data = Data()  # noqa: F821
size = data.count()
net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = (net(torch.randn(4, 2)) - data.rows).square().sum() * data.margin
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

penalty = Penalty()  # noqa: F821
for _ in range(3):
    loss = penalty.of_weight()
    loss.backward(retain_graph=True)
    penalty.kept.backward()
print(size)
