"""Gradients of several losses meet in one step, as they are meant to: nothing tells the losses apart, or they leave out what
the other optimiser owns."""

import torch
from torch import nn

torch.manual_seed(0)


def make(*sizes: tuple[int, int]) -> tuple[list[nn.Module], list[torch.optim.Optimizer]]:
    nets: list[nn.Module] = [nn.Linear(*size) for size in sizes]
    return nets, [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]


def cleared_together() -> None:
    (painter, judge), (opt_p, opt_j) = make((2, 4), (4, 1))
    for _ in range(2):
        opt_p.zero_grad()
        opt_j.zero_grad()
        picture = painter(torch.randn(5, 2))
        judge(picture.detach()).exp().mean().backward()
        judge(picture).square().mean().backward()
        opt_j.step()
        opt_p.step()


def frozen_judge() -> None:
    (painter, judge), (opt_p, opt_j) = make((2, 4), (4, 1))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        judge.requires_grad_(True)
        opt_j.zero_grad()
        judge(picture.detach()).exp().mean().backward()
        judge.requires_grad_(False)
        opt_p.zero_grad()
        judge(picture).square().mean().backward()
        opt_j.step()
        opt_p.step()


def penalty_of_its_own() -> None:
    (painter, judge), (opt_p, opt_j) = make((2, 4), (4, 1))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        opt_j.zero_grad()
        judge(picture.detach()).exp().mean().backward()
        opt_p.zero_grad()
        (0.1 * judge(torch.randn(5, 4)).square().mean() - judge(picture).mean()).backward()
        opt_j.step()
        opt_p.step()


def tasks_of_two_heads() -> None:
    (body, one, two), (opt_b, opt_1, opt_2) = make((3, 4), (4, 1), (4, 1))
    for _ in range(2):
        x = torch.randn(5, 3)
        opt_b.zero_grad()
        opt_1.zero_grad()
        one(body(x)).square().mean().backward()
        opt_2.zero_grad()
        two(body(x)).exp().mean().backward()
        opt_b.step()
        opt_1.step()
        opt_2.step()


def slow_and_fast() -> None:
    (body, head), (slow, fast) = make((3, 4), (4, 1))
    for _ in range(2):
        head(body(torch.randn(5, 3))).square().mean().backward()
        fast.step()
        fast.zero_grad()
        head(body(torch.randn(5, 3))).exp().mean().backward()
        fast.step()
        slow.step()
        fast.zero_grad()
        slow.zero_grad()


cleared_together()
frozen_judge()
penalty_of_its_own()
tasks_of_two_heads()
slow_and_fast()
