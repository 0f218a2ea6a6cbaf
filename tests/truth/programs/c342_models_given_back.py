"""Opaque code wraps a model and its optimiser, which take their own places again."""

import torch
from torch import nn

wrap = eval("lambda module, optimizer, loader: (nn.Sequential(module), optimizer, list(loader))")


class Trainer:
    def __init__(self, critic):
        self.critic = critic
        self.optimizer = torch.optim.Adam(critic.parameters())

    def fit(self, loader):
        self.critic, self.optimizer, loader = wrap(module=self.critic, optimizer=self.optimizer, loader=loader)
        for x in loader:
            self.optimizer.zero_grad()
            self.critic(x + torch.rand(1)).square().mean().backward(retain_graph=True)  # expect: RTG201
            self.critic(x).square().mean().backward()
            self.optimizer.step()


Trainer(nn.Linear(3, 1)).fit(torch.randn(3, 2, 3))
