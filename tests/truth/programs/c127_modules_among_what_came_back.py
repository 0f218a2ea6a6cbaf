"""Several things come back from unseen code: what has parameters, a mode or a state is a module, and no tensor with a graph
of before the loop. A tensor among them has one."""

from unittest.mock import Mock

import torch
from torch import nn


def compute_loss(model, given):
    return model(given).square().mean()


loss_of = eval("compute_loss")
load = Mock(return_value=(nn.Linear(3, 2), nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))))
generator, discriminator = load()
optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for _ in range(3):
    loss = loss_of(discriminator, torch.randn(4, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

network, _ = Mock(return_value=(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), 7))()
network.train()
for _ in range(3):
    loss = loss_of(network, torch.randn(4, 3))
    network.zero_grad()
    loss.backward()

adversary, judge = load()
adversary_optimizer = torch.optim.SGD(adversary.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for _ in range(3):
    loss = loss_of(judge, adversary(torch.randn(4, 3)).detach())
    judge_optimizer.zero_grad()
    loss.backward()
    judge_optimizer.step()
    loss = loss_of(judge, adversary(torch.randn(4, 3)))
    adversary_optimizer.zero_grad()
    loss.backward()
    adversary_optimizer.step()

encoder = nn.Linear(3, 2)
code, _ = Mock(return_value=(torch.tanh(encoder(torch.ones(4, 3))), 7))()
for _ in range(3):
    loss = loss_of(nn.Tanh(), code)
    loss.backward()  # expect: RTG102
