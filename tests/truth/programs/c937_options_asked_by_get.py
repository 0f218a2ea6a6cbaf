"""What a class asks of the options that it is given, by `get`, is an option: weights of losses hang on no graph."""

import torch
from torch import nn


class Trainer:
    def __init__(self, cfg):
        self.net = nn.Linear(4, 4)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=cfg.get("rate", 0.1))
        self.weights = {}
        for name, weight in zip(cfg.loss.get("names"), cfg.loss.get("weights")):
            self.weights[name] = weight

    def update(self, x):
        loss = 0.0
        for name, weight in self.weights.items():
            loss += self.net(x).square().mean() * weight
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Options(dict):
    loss = {"names": ["near", "far"], "weights": [1.0, 0.5]}


trainer = eval("Trainer")(Options())
for x in torch.randn(3, 2, 4):
    trainer.update(x)
