"""The penalty is a gradient by the generated sample itself, which has to be detached where it gets its name."""

import torch
from torch import nn

G = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
D = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt_g = torch.optim.SGD(G.parameters(), lr=0.05)
opt_d = torch.optim.SGD(D.parameters(), lr=0.05)


def slope_at(sample, out):
    (slope,) = torch.autograd.grad(out, sample, torch.ones_like(out), create_graph=True)
    return slope.square().sum(1).mean()


def train_generator(fake):
    opt_g.zero_grad()
    (-D(fake)).mean().backward()
    opt_g.step()


def in_one_function():
    real = torch.rand(5, 3, requires_grad=True)
    opt_d.zero_grad()
    fake = G(torch.randn(5, 2))
    out_real, out_fake = D(real), D(fake)
    penalty = slope_at(real, out_real) + slope_at(fake, out_fake)
    (out_fake.mean() - out_real.mean() + penalty).backward()  # expect: RTG301
    opt_d.step()
    train_generator(G(torch.randn(5, 2)))


def critic_loss(real):
    fake = G(torch.randn(len(real), 2))
    out = D(fake)
    return out.mean() - D(real).mean() + slope_at(fake, out)


def by_a_function():
    opt_d.zero_grad()
    critic_loss(torch.rand(5, 3)).backward()  # expect: RTG301
    opt_d.step()
    train_generator(G(torch.randn(5, 2)))


def trained_as_well():
    opt_d.zero_grad()
    fake = G(torch.randn(5, 2))
    out = D(fake)
    (out.mean() + slope_at(fake, out)).backward(retain_graph=True)
    opt_d.step()
    train_generator(fake)


def two_at_once():
    opt_d.zero_grad()
    fake, noise = G(torch.randn(5, 2)), torch.randn(5, 3)
    out = D(fake + 0 * noise)
    (out.mean() + slope_at(fake, out)).backward()
    opt_d.step()
    train_generator(G(torch.randn(5, 2)))


for step in range(3):
    in_one_function()
    by_a_function()
    trained_as_well()
    two_at_once()
