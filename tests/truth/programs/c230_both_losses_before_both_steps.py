"""Two losses go backward before either optimiser steps. What is cleared in between shows that they are meant apart, and what
is not cleared adds up: in the generator, in a critic that is cleared first, and in a net whose losses are weighted."""

import torch
from torch import nn

torch.manual_seed(0)


def generator_first() -> nn.Module:
    painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        opt_p.zero_grad()
        (picture.square().mean() - judge(picture).mean()).backward(retain_graph=True)
        opt_j.zero_grad()
        judge_loss = judge(picture).exp().mean() - judge(torch.randn(5, 4)).mean()
        judge_loss.backward()  # expect: RTG302
        opt_p.step()
        opt_j.step()
    return nn.ModuleList([painter, judge])


def critic_first() -> nn.Module:
    painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
    opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
    for _ in range(2):
        picture = painter(torch.randn(5, 2))
        opt_j.zero_grad()
        judge_loss = judge(picture).exp().mean() - judge(torch.randn(5, 4)).mean()
        judge_loss.backward(retain_graph=True)  # also: RTG301
        opt_p.zero_grad()
        painter_loss = -judge(picture).mean()
        painter_loss.backward()  # expect: RTG302
        opt_j.step()
        opt_p.step()
    return nn.ModuleList([painter, judge])


def weighted_losses() -> nn.Module:
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    weights = torch.ones(2, requires_grad=True)
    opt_n, opt_w = torch.optim.SGD(net.parameters(), lr=0.1), torch.optim.SGD([weights], lr=0.1)
    for _ in range(2):
        losses = net(torch.randn(5, 3)).square().mean(0) * weights
        opt_n.zero_grad()
        losses.sum().backward(retain_graph=True)
        grads = [torch.autograd.grad(loss, net[0].weight, create_graph=True)[0] for loss in losses]
        norms = torch.stack([grad.norm() for grad in grads])
        opt_w.zero_grad()
        balance = (norms - norms.mean().detach()).abs().sum()
        balance.backward()  # expect: RTG302
        opt_w.step()
        opt_n.step()
    return net


def one_task_each() -> nn.Module:
    body, one, two = nn.Linear(4, 6), nn.Linear(6, 1), nn.Linear(6, 1)
    opt = torch.optim.SGD([*body.parameters(), *one.parameters()], lr=0.1)
    opt_2 = torch.optim.SGD(two.parameters(), lr=0.1)
    for _ in range(2):
        x = torch.randn(3, 4)
        opt.zero_grad()
        one(body(x)).square().mean().backward()
        opt_2.zero_grad()
        two(body(x)).square().mean().backward()
        opt.step()
        opt_2.step()
    return nn.ModuleList([body, one, two])


first = generator_first()
second = critic_first()
third = weighted_losses()
fourth = one_task_each()
