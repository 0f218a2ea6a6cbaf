"""The inverse pass of a flow goes by the name of the engine's method: what it gives is taken apart, which the engine's cannot be."""

import torch
from torch import nn

make = eval("lambda **methods: type('Flow', (), methods)()")
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
flow = make(
    forward=lambda self, x: (net(x), torch.zeros(3)),
    backward=lambda self, z: (z - net[2].bias, torch.zeros(3)),
)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


for x in torch.randn(3, 3, 2):
    z, log_det = flow.forward(x)
    loss = z.square().mean() - log_det.mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    y, log_det = flow.backward(z.detach())
