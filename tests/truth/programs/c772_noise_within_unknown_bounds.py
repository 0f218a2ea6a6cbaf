"""Random numbers are drawn within bounds that are numbers, whatever is known of these."""

import types

import torch
from torch import nn


class Attack:
    def __init__(self, net, config):
        self.net = net
        self.epsilon = config.epsilon if config.plain else config.make()

    def run(self, inputs):
        x = inputs.detach()
        x = x + torch.zeros_like(x).uniform_(-self.epsilon, self.epsilon)
        for _ in range(3):
            x.requires_grad_()
            loss = self.net(x).square().mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            x = torch.clamp(x.data + 0.1 * x.grad.sign(), 0, 1)


config = types.SimpleNamespace(plain=False, make=lambda: 0.1)
globals()["_Attack"[1:]](nn.Linear(2, 1), config).run(torch.rand(3, 2))
