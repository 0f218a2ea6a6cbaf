"""A sampler of the program's own is given, in each step, whether it is still burning in."""

import torch
from torch import nn
from torch.optim import Optimizer


class Sampler(Optimizer):
    def __init__(self, params, lr=0.01):
        super().__init__(params, {"lr": lr})

    def step(self, burning=False, noise=1.0):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["square"] = torch.ones_like(p)
                    state["speed"] = torch.zeros_like(p)
                if burning:
                    state["square"].mul_(0.9).addcmul_(p.grad.data, p.grad.data, value=0.1)
                state["speed"].mul_(0.9).sub_(group["lr"] * p.grad.data / state["square"].sqrt())
                state["speed"].add_(torch.randn_like(p), alpha=0.001 * noise)
                p.data.add_(state["speed"])


net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
sampler = Sampler(net.parameters())
for i in range(4):
    sampler.zero_grad()
    loss = net(torch.rand(4, 2)).square().sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    sampler.step(burning=i < 2, noise=0.1 * i)

for i in range(4):
    sampler.zero_grad()
    loss = net(torch.rand(4, 2)).square().sum()
    loss.backward(retain_graph=True)
    sampler.step(i < 2)
    loss.backward()
    sampler.step()
