"""Of two optimisers that are given, one has its gradients cleared. (The call is out of sight.)"""

from __future__ import annotations

import torch
from torch import nn


def train(G: nn.Module, D: nn.Module, opt_g: torch.optim.Optimizer, opt_d: torch.optim.Adam, batches) -> None:
    for x in batches:
        fake = G(x)
        D.zero_grad()
        D(fake.detach()).mean().backward()
        opt_d.step()
        D(fake).square().mean().backward()
        opt_g.step()


def pretrain(G: nn.Module, D: nn.Module, opt_g: torch.optim.Optimizer, opt_d: torch.optim.Adam, batches) -> None:
    for x in batches:
        D.zero_grad()
        D(x).mean().backward()
        opt_d.step()
    for x in batches:
        G.zero_grad()
        G(x).square().mean().backward()
        opt_g.step()


exec(
    """
G = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
D = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
opt_g, opt_d = torch.optim.SGD(G.parameters(), lr=0.1), torch.optim.Adam(D.parameters(), lr=0.1)
pretrain(G, D, opt_g, opt_d, [torch.ones(2, 4)] * 3)
"""
)
