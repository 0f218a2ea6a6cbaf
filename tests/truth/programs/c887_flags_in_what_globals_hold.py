"""A flag in a dictionary, a list, an object or a class that a function sets may be any when a client calls; others stay."""

from torch import nn

net = nn.Linear(3, 3)
table = {"twice": False, "never": False}
row = [False, False]
filled = {"twice": False}


class Config:
    wide = False

    def __init__(self):
        self.twice = self.never = False

    def enable(self):
        self.twice = True

    @classmethod
    def widen(cls):
        cls.wide = True


config = Config()


def enable(**given):
    table["twice"] = True
    row[1] = True
    filled.update(given)


def train_by_table(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)
    if table["twice"]:
        kept.sum().backward()


def train_by_row(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)
    if row[1]:
        kept.sum().backward()


def train_by_filled(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)
    if filled["twice"]:
        kept.sum().backward()


def train_by_config(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)
    if config.twice:
        kept.sum().backward()


def train_by_class(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)
    if Config.wide:
        kept.sum().backward()


def train_once(x):
    kept = net(x).sigmoid()
    kept.mean().backward(retain_graph=True)  # expect: RTG201
    if table["never"] or row[0] or config.never:
        kept.sum().backward()


class Trainer:
    def __init__(self):
        self.twice = self._again = False

    def configure(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    @property
    def again(self):
        return self._again

    @again.setter
    def again(self, value):
        self._again = value

    def train(self, x):
        kept = net(x).sigmoid()
        kept.mean().backward(retain_graph=True)
        if self.twice:
            kept.sum().backward()

    def train_again(self, x):
        kept = net(x).sigmoid()
        kept.mean().backward(retain_graph=True)
        if self.again:
            kept.sum().backward()


exec("""
import torch
enable(twice=True)
config.enable()
Config.widen()
trainer = Trainer()
trainer.configure(twice=True)
trainer.again = True
trains = [train_by_table, train_by_row, train_by_filled, train_by_config, train_by_class, train_once]
for train in (*trains, trainer.train, trainer.train_again):
    train(torch.rand(2, 3))
""")
