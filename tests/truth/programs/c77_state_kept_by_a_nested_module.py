"""The state of a recurrent module that nobody cuts off leads into the graph of the last iteration."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 3)
        self.h = torch.zeros(1, 3)

    def forward(self, x):
        self.h = self.cell(x, self.h)
        return self.h


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Cell()

    def forward(self, x):
        return self.inner(x)


def report(step, loss):
    print(f"{step}: {loss:.3f}")


torch.manual_seed(0)
net = Net()
net.apply(lambda module: module.float())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

for step in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(1, 3)).mean()
    loss.backward()  # expect: RTG102
    optimizer.step()
    report(step, loss.item())
