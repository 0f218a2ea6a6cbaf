"""Modes that a stack enters hold until it is closed, or its block ends."""

from contextlib import ExitStack

import torch
from torch import nn


class Quiet:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch.set_grad_enabled(False)

    def __exit__(self, *told):
        torch.set_grad_enabled(self.before)


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    target = net(x)
    stack.pop_all().close()
for _ in range(2):
    (net(x) - target).square().mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    stack.close()
    kept = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
with torch.no_grad(), ExitStack() as stack:
    stack.enter_context(torch.enable_grad())
    kept = net(x)
    stack.close()
    target = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
for _ in range(2):
    (net(x) - target).square().mean().backward()
with ExitStack() as stack:
    stack.enter_context(torch.no_grad())
    stack.enter_context(torch.enable_grad())
    stack.enter_context(torch.no_grad())
    target = net(x)
for _ in range(2):
    (net(x) - target).square().mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
with ExitStack() as stack:
    stack.enter_context(Quiet())
    target = net(x)
for _ in range(2):
    (net(x) - target).square().mean().backward()
