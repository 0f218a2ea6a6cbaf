"""An object that an opaque factory made is no tensor once a member was asked of it that tensors do not have: its `backward` is
a method of its own, which may build the graph that it goes through."""

import torch
from torch import nn


class Task:
    def __init__(self, width):
        self.net = nn.Linear(width, 1)

    def parameters(self):
        return self.net.parameters()

    def forward(self, x):
        self.loss = self.net(x).square().mean()
        return self.loss.item()

    def backward(self):
        self.loss.backward()


class Trainer:
    def __init__(self, width, model):
        self.model = model(width)
        self.model.trainer = self
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, batches):
        for x in batches:
            self.optimizer.zero_grad()
            self.model.forward(x)
            self.model.backward()
            self.optimizer.step()


def train_retaining(model, batches):
    task = model(batches.shape[-1])
    for x in batches:
        task.forward(x)
        task.loss.backward(retain_graph=True)
        task.backward()


def count(model):
    return sum(p.numel() for p in model.parameters())


globals()["_Trainer"[1:]](2, globals()["_Task"[1:]]).train(torch.randn(3, 4, 2))
globals()["_train_retaining"[1:]](globals()["_Task"[1:]], torch.randn(3, 4, 2))
