"""Opaque code that is given a model, its parameters or its optimiser looks at gradients before they are cleared."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(2, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)
        self.seen = []

    def train(self, batch):
        loss = self.D(self.G(batch)).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.look()
        self.opt_d.step()
        self.opt_g.zero_grad()
        loss = self.D(self.G(batch)).mean()
        loss.backward()
        self.opt_g.step()


class OfModel(Trainer):
    def look(self):
        self.seen.append(eval("norm_of")(self.G))


class OfParameters(Trainer):
    def look(self):
        self.seen.append(eval("norm_of_all")(self.G.parameters()))


class OfOptimizer(Trainer):
    def look(self):
        eval("notes").take(self.opt_g)


class OfTrainer(Trainer):
    def look(self):
        eval("notes").take_from(self)


class Notes:
    def __init__(self):
        self.norms = []

    def take(self, optimizer):
        self.norms.append(norm_of_all(optimizer.param_groups[0]["params"]))

    def take_from(self, trainer):
        self.norms.append(norm_of(trainer.G))


def norm_of_all(parameters):
    return sum(float(parameter.grad.norm()) for parameter in parameters)


def norm_of(model):
    return norm_of_all(model.parameters())


notes = Notes()


def train(trainer):
    for batch in torch.randn(2, 3, 2):
        trainer.train(batch)


train(OfModel())
train(OfParameters())
train(OfOptimizer())
train(OfTrainer())
