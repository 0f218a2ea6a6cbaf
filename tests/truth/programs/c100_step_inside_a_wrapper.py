"""A step of the model inside a wrapper changes what the wrapper's forward saved."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(x)))


net = nn.DataParallel(Net())
optimizer = torch.optim.SGD(net.module.parameters(), lr=0.1)
for step in range(2):
    out = net(torch.randn(6, 2))
    optimizer.zero_grad()
    out.square().mean().backward(retain_graph=True)
    optimizer.step()
    optimizer.zero_grad()
    out.exp().mean().backward()  # expect: RTG103
    optimizer.step()
