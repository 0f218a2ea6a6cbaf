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


def walk(end):
    return lambda g: torch.autograd.grad(end, root, g, retain_graph=True)[0] + g


def hook_called_once():
    z, end = torch.tanh(last(torch.randn(5, 4))), torch.tanh(root.sin() + 1)
    z.register_hook(lambda g: torch.autograd.grad(end, root, g, retain_graph=True)[0] + g)  # expect: RTG201
    z.mean().backward()


def hook_called_twice():
    z = torch.tanh(last(torch.randn(5, 4)))
    z.register_hook(walk(torch.tanh(root.sin() + 1)))
    z.mean().backward(retain_graph=True)
    print(last.weight.grad.sum().item())
    z.sum().backward()


def hook_on_the_running_graph():
    below = torch.tanh(last(torch.randn(5, 4)))
    z = below.sin()
    z.register_hook(lambda g: torch.autograd.grad(below, last.bias, g, retain_graph=True)[0].mean() + g)
    z.mean().backward()


def hook_removed():
    z, end = torch.tanh(last(torch.randn(5, 4))), torch.tanh(root.sin() + 1)
    handle = z.register_hook(lambda g: torch.autograd.grad(end, root, g)[0] + g)
    handle.remove()
    z.mean().backward()
    end.mean().backward()


def graph_kept_for_the_hook():
    z, end = torch.tanh(last(torch.randn(5, 4))), torch.tanh(root.sin() + 1)
    z.register_hook(lambda g: torch.autograd.grad(end, root, g)[0] + g)
    end.mean().backward(retain_graph=True)
    z.mean().backward()


net = Equilibrium()
last = nn.Linear(4, 1)
root = torch.zeros(5, 1, requires_grad=True)
optimizer = torch.optim.SGD([*net.parameters(), *last.parameters()], lr=0.1)
for step in range(3):
    optimizer.zero_grad()
    last(net(torch.randn(5, 4))).square().mean().backward()
    hook_called_once()
    hook_called_twice()
    hook_on_the_running_graph()
    hook_removed()
    graph_kept_for_the_hook()
    optimizer.step()
