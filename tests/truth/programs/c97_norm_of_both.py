"""Gradients scaled by one norm of them all: each uses the others. A norm of those that are thrown away is thrown away with
them, unless somebody asks for it."""

import itertools

import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_

torch.manual_seed(0)


def make() -> tuple[nn.Module, nn.Module, torch.optim.Optimizer, torch.optim.Optimizer]:
    G, D = nn.Linear(3, 4), nn.Linear(4, 1)
    return G, D, torch.optim.SGD(G.parameters(), lr=0.1), torch.optim.SGD(D.parameters(), lr=0.1)


def clip_both() -> None:
    G, D, opt_g, opt_d = make()
    for _ in range(2):
        opt_g.zero_grad()
        opt_d.zero_grad()
        D(G(torch.randn(5, 3))).pow(2).mean().backward()
        clip_grad_norm_([*G.parameters(), *D.parameters()], 0.1)
        opt_d.step()
        opt_g.zero_grad()
        (-D(G(torch.randn(5, 3))).mean()).backward()
        opt_g.step()


def clip_chain() -> None:
    G, D, opt_g, opt_d = make()
    for _ in range(2):
        opt_g.zero_grad()
        opt_d.zero_grad()
        D(G(torch.randn(5, 3))).pow(2).mean().backward()
        clip_grad_norm_(itertools.chain(G.parameters(), D.parameters()), max_norm=0.1)
        opt_d.step()
        opt_g.zero_grad()
        (-D(G(torch.randn(5, 3))).mean()).backward()
        opt_g.step()


def ask_for_norm() -> None:
    G, D, opt_g, opt_d = make()
    for _ in range(2):
        opt_g.zero_grad()
        opt_d.zero_grad()
        D(G(torch.randn(5, 3))).pow(2).mean().backward()
        norm = clip_grad_norm_(G.parameters(), 1.0)
        opt_d.param_groups[0]["lr"] = 0.1 / (1 + norm.item())
        opt_d.step()
        opt_g.zero_grad()
        (-D(G(torch.randn(5, 3))).mean()).backward()
        opt_g.step()


clip_both()
clip_chain()
ask_for_norm()

G, D, opt_g, opt_d = make()
for _ in range(2):
    opt_g.zero_grad()
    opt_d.zero_grad()
    fake = G(torch.randn(5, 3))
    D(fake).pow(2).mean().backward()  # expect: RTG301
    clip_grad_norm_(G.parameters(), 1.0)
    clip_grad_norm_(D.parameters(), 1.0)
    opt_d.step()
    opt_g.zero_grad()
    (-D(G(torch.randn(5, 3))).mean()).backward()
    opt_g.step()
