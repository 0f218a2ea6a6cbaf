"""Methods of one object store their losses in one dictionary; what stands there is needed where another one reads it."""

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(2, 1), nn.Linear(2, 1)
        self.losses = {"first": {}, "second": {}}

    def train_first(self, batch):
        loss = self.first(batch).exp().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.losses["first"]["all"] = loss

    def train_second(self, batch):
        loss = self.second(batch).exp().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.losses["second"]["all"] = loss


class Late(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)
        self.losses = {"first": {}}

    def train_once(self, batch):
        loss = self.net(batch).exp().mean()
        loss.backward(retain_graph=True)
        self.losses["first"]["all"] = loss

    def train_again(self):
        self.losses["first"]["all"].backward()


class Summed(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)
        self.losses = {"sum": 0.0}

    def train_once(self, batch):
        loss = self.net(batch).exp().mean()
        loss.backward(retain_graph=True)
        self.losses["sum"] = loss

    def train_again(self, batch):
        self.losses["sum"] += self.net(batch).exp().mean()

    def finish(self):
        losses = self.losses
        losses["sum"].backward()


exec("""import torch
for _ in range(2):
    pair, late, summed = Pair(), Late(), Summed()
    pair.train_first(torch.rand(3, 2))
    pair.train_second(torch.rand(3, 2))
    late.train_once(torch.rand(3, 2))
    late.train_again()
    summed.train_once(torch.rand(3, 2))
    summed.train_again(torch.rand(3, 2))
    summed.finish()""")
