"""An activation that writes its input saves what it wrote, which a dropout behind it writes anew."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2, inplace=True), nn.Dropout(inplace=True), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = net(torch.randn(5, 3)).mean()
    loss.backward()  # expect: RTG103
    optimizer.step()
