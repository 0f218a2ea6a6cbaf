"""A function that computes a loss and sends it backward is called twice: its gradients add up in what steps at the end."""

import torch
from torch import nn

torch.manual_seed(0)
student, teacher = nn.Linear(3, 2), nn.Linear(3, 2)
opt_s, opt_t = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (student, teacher))


def agree(x: torch.Tensor) -> None:
    opt_s.zero_grad()
    (student(x) - teacher(x)).square().mean().backward()
    opt_s.step()


agree(torch.randn(4, 3))
agree(torch.randn(4, 3))
opt_t.step()
