"""The mixed sample of a penalty requires grad through the weights of the mixture, too, which a detach() may not take away."""

import torch
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
D = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.05)
opt_d = torch.optim.SGD(D.parameters(), lr=0.05)


def slope_at(sample):
    out = D(sample)
    (slope,) = torch.autograd.grad(out, sample, torch.ones_like(out), create_graph=True)
    return (slope.norm(dim=1) - 1).square().mean()


def mixed_penalty(real, fake):
    weight = torch.rand(len(real), 1, requires_grad=True).repeat(1, 3)
    return slope_at(real * weight + (fake * (1 - weight)).detach())


def plain_penalty(real, fake):
    weight = torch.rand(len(real), 1)
    return slope_at(real * weight + (fake * (1 - weight)).detach().requires_grad_())


def train_generator():
    opt_g.zero_grad()
    (-D(G(torch.randn(5, 2)))).mean().backward()
    opt_g.step()


def both_parts_generated():
    opt_d.zero_grad()
    real = torch.cat((torch.rand(5, 3), G(torch.randn(5, 2))))
    fake = G(torch.randn(10, 2))
    loss = D(fake.detach()).mean() - D(real.detach()).mean() + mixed_penalty(real.detach(), fake.detach())
    loss.backward()
    opt_d.step()
    train_generator()


def one_part_generated():
    opt_d.zero_grad()
    fake = G(torch.randn(5, 2))
    loss = D(fake.detach()).mean() + mixed_penalty(torch.rand(5, 3), fake)
    loss.backward()
    opt_d.step()
    train_generator()


def nothing_else_requires_grad():
    opt_d.zero_grad()
    fake = G(torch.randn(5, 2))
    loss = D(fake.detach()).mean() + plain_penalty(torch.rand(5, 3), fake)
    loss.backward()
    opt_d.step()
    train_generator()


for step in range(3):
    both_parts_generated()
    one_part_generated()
    nothing_else_requires_grad()
