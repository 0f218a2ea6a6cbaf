import torch
from torch import nn


class Values:
    def __init__(self, joiner):
        self.joiner = joiner
        self.values = {}

    def __setitem__(self, key, value):
        self.values[key] = value

    def __getitem__(self, key):
        return self.values[key]

    def text(self):
        return self.joiner.join(f"{key} {value:.2f}" for key, value in self.values.items())


class Trainer:
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer

    def step(self, batch):
        values = Values(" ")
        loss = self.net(batch).square().sum()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        values["loss"] = loss
        return values.text()


class Again(Trainer):
    def step(self, batch):
        values = Values(" ")
        loss = self.net(batch).square().sum()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)
        values["loss"] = loss
        values["loss"].backward()
        self.optimizer.step()
        return values.text()


layer = nn.Linear(2, 2)
exec(
    """
for kind in (Trainer, Again):
    trainer = kind(layer, torch.optim.SGD(layer.parameters(), 0.01))
    for _ in range(3):
        trainer.step(torch.randn(3, 2))
"""
)
