"""What `retain_grad()` or a hook asks the gradient of is not cut off itself: before it, with requires_grad_()."""

import torch
from torch import nn

torch.manual_seed(0)
front, back = nn.Linear(3, 3), nn.Linear(3, 1)
back_opt = torch.optim.SGD(back.parameters(), lr=0.1)
front_opt = torch.optim.SGD(front.parameters(), lr=0.1)
seen = []


def ask(x):
    hidden = front(x).detach().requires_grad_().tanh()
    hidden.retain_grad()
    back(hidden).square().mean().backward()
    front.zero_grad()
    seen.append(hidden.grad.norm().item())


def hook(x):
    hidden = front(x).detach().requires_grad_().tanh()
    hidden.register_hook(lambda grad: seen.append(grad.norm().item()))
    back(hidden).square().mean().backward()
    front.zero_grad()


def nobody(x):
    hidden = front(x).tanh()
    back(hidden.detach()).square().mean().backward()
    front.zero_grad()


for step in (ask, hook, nobody):
    for _ in range(2):
        back_opt.zero_grad()
        step(torch.randn(4, 3))
        back_opt.step()
    front_opt.zero_grad()
    front(torch.randn(4, 3)).square().mean().backward()
    front_opt.step()
