"""Trains on data that is gathered anew in each round."""

import torch
from lib import drive
from torch import nn


class Net(nn.Linear):
    flag = None

    def prepare(self, flag):
        self.flag = flag


class Data:
    def __init__(self):
        self.clear()

    def clear(self):
        self.rows = []

    def add(self, net):
        self.rows.append(torch.ones(net.in_features))

    @property
    def full(self):
        return len(self.rows) > 2

    @property
    def given(self):
        return torch.stack(self.rows)


net = Net(2, 1)
drive(net, Data(), torch.optim.SGD(net.parameters(), lr=0.1), 3)
