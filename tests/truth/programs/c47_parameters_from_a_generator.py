"""The optimiser is given what a generator finds in the parts of a network, be they layers or sequences of layers."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(2, 4)
        self.body = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.tanh(self.body(torch.tanh(self.stem(x)))))

    def slow(self):
        seen = set()
        for part in (self.stem, self.body):
            for module in part.modules():
                for parameter in module.parameters():
                    if parameter.requires_grad and id(parameter) not in seen:
                        seen.add(id(parameter))
                        yield parameter

    def fast(self):
        for parameter in self.head.parameters():
            yield parameter


net = Net()
optimizer = torch.optim.SGD([{"params": net.slow(), "lr": 0.01}, {"params": net.fast()}], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(4, 2)).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
