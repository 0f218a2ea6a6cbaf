"""Layers are kept under names that an f-string makes: the text tells them apart, not only the number in it."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(1, 2, 3, padding=1)
        for i in range(2):
            setattr(self, f"conv_{i + 1}", nn.Conv2d(2, 2, 3, padding=1))
            setattr(self, f"norm_{i + 1}", nn.InstanceNorm2d(2))
            setattr(self, f"relu_{i + 1:02d}", nn.ReLU(inplace=True))

    def forward(self, x):
        x = self.head(x)
        for i in range(2):
            x = getattr(self, f"conv_{i + 1}")(x)
            x = getattr(self, f"norm_{i + 1}")(x)
            x = getattr(self, f"relu_{i + 1:02d}")(x)
        return x


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.randn(1, 1, 4, 4)).square().mean().backward()
    optimizer.step()
