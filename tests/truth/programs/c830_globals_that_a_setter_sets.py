"""A global variable for which a file offers a setter may hold anything when a client calls; one that is made on demand does not."""

import torch
from torch import nn

_BUFFER = None
_TWICE = False
_NET = None


def set_buffer(buffer):
    global _BUFFER
    _BUFFER = buffer


def get_buffer():
    if _BUFFER is None:
        raise ValueError("no buffer is set")
    return _BUFFER


def enable_second_pass():
    global _TWICE
    _TWICE = True


def get_net():
    global _NET
    if _NET is None:
        _NET = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    return _NET


class Agent:
    def __init__(self, net):
        self.buffer, self.net = get_buffer(), net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def train(self):
        x, y = self.buffer.sample()
        loss = nn.functional.mse_loss(self.net(x), y)
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


def train_twice(net, x):
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    if _TWICE:
        loss.backward()


def train_on_demand(x):
    optimizer = torch.optim.SGD(get_net().parameters(), lr=0.1)
    for _ in range(2):
        loss = get_net()(x).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


exec("""
class Buffer:
    def sample(self):
        return torch.randn(4, 2), torch.randn(4, 2)

set_buffer(Buffer())
enable_second_pass()
agent = Agent(nn.Sequential(nn.Linear(2, 2), nn.Tanh()))
agent.train()
agent.train()
train_twice(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), torch.randn(4, 2))
train_on_demand(torch.randn(4, 2))
""")
