import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
hidden = net(torch.rand(4, 3))

flag = 0
# flag = 1
if flag:
    for _ in range(2):
        optimizer.zero_grad()
        loss = net(torch.rand(4, 3)).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201

flag = 0
# flag = 1
if flag:
    hidden.mean().backward(retain_graph=True)

# flag = 0
flag = 1
if flag:
    hidden.square().mean().backward()
