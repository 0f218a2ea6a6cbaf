"""A mode that an ExitStack enters in a branch or a loop holds until the stack is left, and no longer."""

from contextlib import ExitStack, contextmanager, nullcontext

import torch
from torch import nn


@contextmanager
def frozen():
    with torch.no_grad():
        yield


def run(images, keep):
    with ExitStack() as stack:
        if not keep:
            stack.enter_context(torch.no_grad())
        return net(images)


def run_with(images, contexts):
    with ExitStack() as stack:
        for context in contexts:
            stack.enter_context(context)
        return net(images)


def run_prepared(images, contexts):
    stack = ExitStack()
    for context in contexts:
        stack.enter_context(context)
    with stack:
        return net(images)


def run_managed(images, keep):
    with ExitStack() as stack:
        if not keep:
            stack.enter_context(frozen())
        return net(images)


def run_closed(images, keep):
    stack = ExitStack()
    if not keep:
        stack.enter_context(torch.no_grad())
    result = net(images)
    stack.close()
    return result


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
images = torch.randn(6, 2)

first = run(images, False)
(first * run(images, True)).mean().backward()
(first * run(images, True)).mean().backward()
second = run_with(images, [torch.no_grad()])
(second * run_with(images, [])).mean().backward()
(second * run_with(images, [nullcontext()])).mean().backward()
third = run_prepared(images, [torch.no_grad()])
(third * run_prepared(images, [])).mean().backward()
(third * run_prepared(images, [])).mean().backward()
fourth = run_managed(images, False)
(fourth * run_managed(images, True)).mean().backward()
(fourth * run_managed(images, True)).mean().backward()
fifth = run_closed(images, False)
(fifth * run_closed(images, True)).mean().backward()
(fifth * run_closed(images, True)).mean().backward()
sixth = run(images, True)
sixth.mean().backward(retain_graph=True)
sixth.sum().backward()
run(images, True).mean().backward(retain_graph=True)  # expect: RTG201
