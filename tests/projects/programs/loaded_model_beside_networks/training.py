"""What opaque code loads as a model has no graph, and an object that holds it beside networks has built none of them."""

import torch
from loading import Bunch, load_model
from torch import nn


def build(path):
    return Bunch(net=nn.Linear(4, 4), judge=nn.Linear(4, 1), vocoder=load_model(path))


class Trainer:
    def __init__(self, nets, optimizers):
        self.nets = nets
        self.optimizers = optimizers

    def train(self, x):
        for _ in range(2):
            for optimizer in self.optimizers:
                optimizer.zero_grad()
            loss = self.nets.judge(x).exp().mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            loss = self.nets.judge(self.nets.net(x)).exp().mean()
            loss.backward(retain_graph=True)  # expect: RTG201

    def train_twice(self, x):
        loss = self.nets.vocoder(x).exp().mean()
        loss.backward(retain_graph=True)
        loss.backward()


def train(path, x):
    nets = build(path)
    trainer = Trainer(nets, [torch.optim.SGD(nets.net.parameters(), 0.1)])
    trainer.train(x)
    trainer.train_twice(x)
