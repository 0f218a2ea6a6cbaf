"""The inverse pass of a flow goes by the name of the engine's method: what it gives is taken apart, which the engine's cannot be. What
is raised is found by a handler, if there is one: a guard that no code catches hands out no graph."""

import torch
from torch import nn

make = eval("lambda **methods: type('Flow', (), methods)()")
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
flow = make(
    forward=lambda self, x: (net(x), torch.zeros(3)),
    backward=lambda self, z: (z - net[2].bias, torch.zeros(3)),
)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Stop(Exception):
    def __init__(self, loss):
        super().__init__(loss)
        self.loss = loss


def guard(value):
    if torch.isnan(value).any():
        raise RuntimeError("not a number", value)


for x in torch.randn(3, 3, 2):
    z, log_det = flow.forward(x)
    loss = z.square().mean() - log_det.mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    guard(loss)
    optimizer.step()
    y, log_det = flow.backward(z.detach())


def train(x):
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    raise Stop(loss)


try:
    train(torch.randn(3, 2))
except Stop as stop:
    stop.loss.backward()
