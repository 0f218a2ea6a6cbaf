import torch
from torch import nn

# one leaf stands for all parameters of a layer: their number is not known
net = nn.Linear(2, 2)
steps = 2 if len(list(net.parameters())) == 2 else 1
loss = net(torch.ones(1, 2)).sum()
for _ in range(steps):
    loss.backward(retain_graph=True)

if list(net.parameters()):
    again = net(torch.ones(1, 2)).sum()
    again.backward(retain_graph=True)  # expect: RTG201
