import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
loader = list(torch.randn(4, 2, 4))
for i, x in enumerate(loader):
    optimizer.zero_grad()
    net(x).mean().backward()
    loss = net(x).norm()
    if (i + 1) % 2 == 0:
        optimizer.step()
    if i % 2 == 0:
        loss.backward()
