"""All modules are gone through, but the state of the inner cell is left as it is."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = None
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.state = x if self.state is None else 0.9 * self.state + x
        return self.state


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), Cell(), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

for step in range(3):
    optimizer.zero_grad()
    loss = net(torch.rand(1, 3)).sum()
    loss.backward()  # expect: RTG102
    optimizer.step()
    for module in net.modules():
        if isinstance(module, nn.Linear):
            module.state = None
        elif isinstance(module, Cell):
            module.calls = 0
