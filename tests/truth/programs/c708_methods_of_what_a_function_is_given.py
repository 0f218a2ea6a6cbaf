"""What a tensor's method makes of a parameter is a part of that: data beside a network, unless another part is sent backward."""

import torch
from torch import nn

net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(states, rewards):
    loss = (net(states) - rewards.reshape(-1, 1)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


def share_methods(states, values):
    (net(states).sum() + values.mean()).backward(retain_graph=True)
    values.sum().backward()


def share_items(states, values):
    (net(states).sum() + values[0]).backward(retain_graph=True)
    values[1].backward()


def share_functions(states, values):
    (net(states).sum() + torch.mean(values)).backward(retain_graph=True)
    torch.sum(values).backward()


globals()["_train"[1:]](torch.randn(3, 2), torch.randn(3))
for name in ("methods", "items", "functions"):
    values = torch.randn(2, requires_grad=True).exp()
    globals()[f"share_{name}"](torch.randn(3, 2), values)
