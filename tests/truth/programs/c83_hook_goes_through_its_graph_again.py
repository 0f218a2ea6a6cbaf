"""The hook is a closure of the forward, and each round of its loop frees the graph that the next one needs."""

import torch
from torch import nn


class Equilibrium(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        z = torch.tanh(self.linear(x))
        start = z.detach().requires_grad_()
        end = torch.tanh(self.linear(start))

        def solve(gradient):
            for _ in range(3):
                gradient = torch.autograd.grad(end, start, gradient)[0]  # expect: RTG102
            return gradient

        z.register_hook(solve)
        return z


net = Equilibrium()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    net(torch.randn(5, 4)).sum().backward()
    optimizer.step()
