"""A factory that gives None where a download fails: what goes on from there has a model, since None can be moved nowhere."""

import os

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(2, width)

    @classmethod
    def from_pretrained(cls, name, width):
        try:
            path = os.path.join(os.getcwd(), name)
            os.stat(os.path.dirname(path))
        except EnvironmentError:
            print("not found")
            return None
        return cls(width)

    def forward(self, x, target):
        scores = self.layer(x)
        return (scores - target).square().mean(), scores


class Trainer:
    def __init__(self, width):
        self.net = Net.from_pretrained("base", width)
        self.net = self.net.to("cpu")

    def train_batch(self, optimizer, batch):
        optimizer.zero_grad()
        loss, scores = self.net(batch, torch.ones(3, 2))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        return loss.item(), scores.detach()

    def train(self, batches):
        optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        for batch in batches:
            self.train_batch(optimizer, batch)


Trainer(2).train(torch.randn(4, 3, 2))
