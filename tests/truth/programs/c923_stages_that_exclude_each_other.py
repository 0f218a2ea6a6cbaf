"""Two stages train alike, of which an option chooses one; other options, tested more often, make many paths."""

import torch
from torch import nn


class Model:
    def __init__(self, options):
        self.options = options
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.scale = nn.Linear(1, 1)
        parameters = [*self.net.parameters(), *self.scale.parameters()]
        self.optimizer = torch.optim.SGD(parameters, lr=0.1)

    def compute(self, x):
        if self.options.centred:
            x = x - x.mean()
        if self.options.noisy:
            x = x + torch.randn_like(x)
        y = self.net(x)
        if self.options.scaled:
            y = self.scale(y)
        if self.options.positive:
            y = y.exp()
        self.y = y

    def backward(self):
        loss = self.y.mean()
        if self.options.squared:
            loss = loss + self.y.square().mean()
        if self.options.centred:
            loss = loss * 2
        if self.options.noisy:
            loss = loss / 2
        if self.options.scaled:
            loss = loss * 3
        if self.options.positive:
            loss = loss.log()
        loss.backward(retain_graph=True)  # expect: RTG201

    def train(self, x):
        self.compute(x)
        if self.options.stage == 1:
            self.optimizer.zero_grad()
            self.backward()
            self.optimizer.step()
        if self.options.stage == 0 or self.options.stage == 2:
            self.optimizer.zero_grad()
            self.backward()
            self.optimizer.step()


exec("""
from types import SimpleNamespace

for stage in (0, 1, 2):
    options = SimpleNamespace(stage=stage, centred=True, noisy=False, scaled=True, positive=False, squared=True)
    model = Model(options)
    for _ in range(3):
        model.train(torch.randn(4, 3))
""")
