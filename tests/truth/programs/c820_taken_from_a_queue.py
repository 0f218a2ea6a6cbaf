"""What comes out of a queue or a pipe is data, and needs no graph of an earlier iteration."""

import torch
from torch import nn


def work(net, tasks, results):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    while not results.done():
        x, y = tasks.get()
        for _ in range(2):
            loss = nn.functional.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


def work_on_memory(net, memory):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    task = memory.recv()
    for _ in range(2):
        loss = net(task).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def work_on_hooks(net, heads, hook, x):
    net(x)
    features = hook.get()
    heads[0](features).mean().backward(retain_graph=True)
    heads[1](features).mean().backward()


def work_on_features(net, table):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    features = table.get("features")
    for _ in range(2):
        loss = net(features).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


exec("""
class Queue:
    turn = 0

    def done(self):
        self.turn += 1
        return self.turn > 2

    def get(self):
        return torch.randn(4, 2), torch.randn(4, 2)

    def recv(self):
        return torch.randn(4, 2)

class Hook:
    def __init__(self, layer):
        layer.register_forward_hook(self.keep)

    def keep(self, layer, given, out):
        self.out = out

    def get(self):
        return self.out

work(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), Queue(), Queue())
work_on_memory(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), Queue())
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
work_on_hooks(net, [nn.Linear(2, 1), nn.Linear(2, 1)], Hook(net[1]), torch.randn(4, 2))
encoder = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
work_on_features(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), {"features": encoder(torch.randn(4, 2))})
""")
