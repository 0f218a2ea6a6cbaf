"""Weights of losses come of options that a call spreads: no caller has computed them, whatever their names."""

import json

import torch
from torch import nn


def choose_weights(adversarial=1.0, gradient_penalty=0.0, **others):
    return {"adversarial": adversarial, "gradient_penalty": gradient_penalty}


class Trainer:
    def __init__(self, net, **options):
        self.net = net
        self.weights = choose_weights(**options)
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(self, real):
        self.optimizer.zero_grad()
        penalty = torch.tensor(0.0)
        if self.weights["gradient_penalty"] > 0:
            penalty = self.net(torch.rand_like(real)).square().mean()
        loss = self.weights["adversarial"] * self.net(real).mean() + self.weights["gradient_penalty"] * penalty
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


trainer = Trainer(nn.Linear(4, 1), **json.loads('{"gradient_penalty": 0.5}'))
for _ in range(3):
    trainer.step(torch.randn(2, 4))
