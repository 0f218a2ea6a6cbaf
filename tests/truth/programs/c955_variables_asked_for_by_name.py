"""Whether a variable is there is asked by its name: nothing gets at the variables by that, though a graph is retained; what is taken out
of them by its name may be that graph."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train():
    for x in torch.randn(3, 3, 2):
        if "mean" not in locals():
            mean = 0.0
        loss = net(x).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        mean += loss.item() if "loss" in globals() else 0.0


def train_twice():
    loss = net(torch.randn(3, 2)).square().mean()
    loss.backward(retain_graph=True)
    locals()["loss"].backward()


train()
train_twice()

for x in torch.randn(3, 3, 2):
    if "kept" not in globals():
        kept = net(x).square().mean()
    kept.backward(retain_graph=True)
