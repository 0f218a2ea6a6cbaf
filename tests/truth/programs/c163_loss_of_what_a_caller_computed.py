"""What a function is given lies on a graph of its caller's, through which each of its losses runs again."""

import pydoc

import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def send_each(values):
    for i in range(3):
        loss = (1 - values[i]).pow(2).mean()
        loss.backward(retain_graph=True)


def send_offsets(values):
    for i in range(3):
        loss = (values[i] - 1).abs().mean() + (2 * values * values[i] - 1).square().mean()
        loss.backward(retain_graph=True)


def send_actions(policy):
    for action in torch.randn(3, 3):
        loss = -policy.log_prob(action).mean() - policy.entropy().mean()
        loss.backward(retain_graph=True)


call_all = pydoc.locate("builtins.map")
optimizer.zero_grad()
list(call_all(send_each, [net(torch.randn(4))]))
list(call_all(send_offsets, [net(torch.randn(4))]))
list(call_all(send_actions, [torch.distributions.Normal(net(torch.randn(4)), 1.0)]))
optimizer.step()
