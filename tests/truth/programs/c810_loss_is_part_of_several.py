"""The loss that an opaque criterion returns with others, made of an output and of data, is sent backward."""

import torch
from torch import nn


def compare(output, target):
    error = output - target
    return error.pow(2).mean(), {"largest": error.abs().max().item()}


class Trainer:
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.criterion = eval("compare")

    def train(self, batch):
        loss, errors = self.criterion(self.net(batch["source"]), batch["real"])
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()

    def train_by_name(self, batch):
        found = eval("dict")(zip(("loss", "errors"), self.criterion(self.net(batch["source"]), batch["real"])))
        self.optimizer.zero_grad()
        (found["loss"] * 0.5).backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


trainer = Trainer()
for batch in eval("[{'source': torch.randn(3, 2), 'real': torch.randn(3, 2)} for _ in range(2)]"):
    trainer.train(batch)
    trainer.train_by_name(batch)
