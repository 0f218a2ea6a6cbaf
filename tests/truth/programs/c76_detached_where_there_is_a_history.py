"""A state that is detached only where it has a history is detached in time."""

import torch
from torch import nn

torch.manual_seed(0)
cell = nn.GRUCell(2, 3)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.1)


def advance(h):
    return cell(torch.randn(1, 2), h)


def cut(h):
    return h if h.is_leaf else h.detach()


def cut_all(states):
    return [h.detach() if h.requires_grad else h for h in states]


first = second = third = fourth = fifth = torch.zeros(1, 3)
pair = [torch.zeros(1, 3), torch.zeros(1, 3)]
for step in range(4):
    optimizer.zero_grad()
    if first.grad_fn is not None:
        first = first.detach()
    first = advance(first)
    first.mean().backward()
    if not second.is_leaf:
        second = second.detach()
    second = advance(second)
    second.mean().backward()
    if third.requires_grad:
        third.detach_()
    third = advance(third)
    third.mean().backward()
    fourth = advance(cut(fourth))
    fourth.mean().backward()
    if fifth.grad_fn:
        fifth = fifth.detach()
    fifth = advance(fifth)
    fifth.mean().backward()
    pair = [advance(h) for h in cut_all(pair)]
    sum(h.mean() for h in pair).backward()
    optimizer.step()
