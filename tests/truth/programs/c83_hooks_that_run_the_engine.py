"""A hook on a tensor runs when a gradient arrives there, and may go through a graph of its own."""

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
                gradient = torch.autograd.grad(end, start, gradient, retain_graph=True)[0]
            return gradient

        z.register_hook(solve)
        return z


net = Equilibrium()
last = nn.Linear(4, 1)
optimizer = torch.optim.SGD([*net.parameters(), *last.parameters()], lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    last(net(torch.randn(5, 4))).square().mean().backward()
    first = torch.tanh(last(torch.randn(5, 4)))
    root = torch.zeros(5, 1, requires_grad=True)
    free = torch.tanh(root.sin() + 1)
    first.register_hook(lambda g: torch.autograd.grad(free, root, g, retain_graph=True)[0] + g)  # expect: RTG201
    first.mean().backward()
    second = torch.tanh(last(torch.randn(5, 4)))
    again = torch.tanh(root.sin() + 1)
    second.register_hook(lambda g: torch.autograd.grad(again, root, g, retain_graph=True)[0] + g)
    second.mean().backward(retain_graph=True)
    second.sum().backward()
    below = torch.tanh(last(torch.randn(5, 4)))
    third = below.sin()
    third.register_hook(lambda g: torch.autograd.grad(below, last.bias, g, retain_graph=True)[0].mean() + g)
    third.mean().backward()
    fourth = torch.tanh(last(torch.randn(5, 4)))
    kept = torch.tanh(root.sin() + 1)
    handle = fourth.register_hook(lambda g: torch.autograd.grad(kept, root, g)[0] + g)
    handle.remove()
    fourth.mean().backward()
    kept.mean().backward()
    fifth = torch.tanh(last(torch.randn(5, 4)))
    other = torch.tanh(root.sin() + 1)
    fifth.register_hook(lambda g: torch.autograd.grad(other, root, g)[0] + g)
    other.mean().backward(retain_graph=True)
    fifth.mean().backward()
    optimizer.step()
