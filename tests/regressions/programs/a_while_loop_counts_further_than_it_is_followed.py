import torch
from torch import nn
net = nn.Linear(4, 4)
step = 0
while step < 1000:
    step += 1
    net(torch.randn(2, 4)).norm().backward()
loss = net(torch.randn(2, 4)).norm()
loss.backward()
loss.backward()
