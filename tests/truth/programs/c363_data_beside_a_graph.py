"""What opaque code made of no graph, and what a function is given, is data where it is computed with beside a graph that is seen."""

import torch
from torch import nn

exec("""
def load():
    return torch.ones(2)
""")


def train(net, optimizer, targets, decay):
    mean = torch.zeros(2)
    weights = torch.tanh(targets)
    for _ in range(3):
        out = net(torch.randn(4, 2))
        loss = ((out - targets.exp()) * weights + mean).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = mean * decay + out.detach().mean(0)


net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
train(net, optimizer, load(), 0.9)  # noqa: F821
weights = load().exp()  # noqa: F821
for _ in range(3):
    loss = (net(torch.randn(4, 2)) * weights).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
