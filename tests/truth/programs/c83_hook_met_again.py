"""A graph that is sent backward twice calls its hook twice, which frees what it goes through at the first time."""

import torch
from torch import nn

net = nn.Linear(4, 1)
start = torch.zeros(5, 1, requires_grad=True)


def attach(z):
    end = torch.tanh(start.sin() + 1)

    @z.register_hook
    def solve(gradient):
        return torch.autograd.grad(end, start, gradient)[0] + gradient  # expect: RTG101

    return z


attach(torch.tanh(net(torch.randn(5, 4)))).mean().backward()
z = attach(torch.tanh(net(torch.randn(5, 4))))
z.mean().backward(retain_graph=True)
print(net.weight.grad.sum().item())
z.sum().backward()
