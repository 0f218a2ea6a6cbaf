"""Two losses on one output, summed."""

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loss_fn1, loss_fn2 = nn.MSELoss(), nn.L1Loss()
target = torch.randn(16, 2)
for _ in range(3):
    output = net(torch.randn(16, 4))
    loss1 = loss_fn1(output, target)
    loss2 = loss_fn2(output, target)
    optimizer.zero_grad()
    loss = loss1 + loss2
    loss.backward()
    optimizer.step()
