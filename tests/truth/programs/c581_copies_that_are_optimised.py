"""A copy of a caller's tensor that an optimiser takes, or whose `requires_grad` can be set, is a leaf: no graph of the caller
is behind it. `requires_grad_()` takes any tensor."""

import torch


def fit(start, target):
    shift = start.clone()
    pose = start[:, 1:].detach().clone()
    pose.requires_grad = True
    shift.requires_grad = True
    optimizer = torch.optim.Adam([{"params": [pose]}, {"params": [shift], "lr": 0.1}], lr=0.01)
    for _ in range(3):
        loss = (pose.sin() * 2 + shift[:, 1:] - target).square().sum()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    return pose.detach()


def weigh(start, target):
    shift = start.clone()
    shift.requires_grad = True
    loss = (shift.exp() - target).square().sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    return shift.grad


def weigh_in_place(start, target):
    shift = start.clone().requires_grad_(True)
    loss = (shift.exp() - target).square().sum()
    loss.backward(retain_graph=True)
    return loss.detach()


globals()["_fit"[1:]](torch.randn(4, 3), torch.randn(4, 2))
globals()["_weigh"[1:]](torch.randn(4, 3), torch.randn(4, 3))
weights = torch.randn(4, 3, requires_grad=True)
start = weights.tanh()
globals()["_weigh_in_place"[1:]](start, torch.randn(4, 3))
start.sum().backward()
