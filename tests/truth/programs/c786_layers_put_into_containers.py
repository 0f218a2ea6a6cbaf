"""Containers get their layers after they are made, also by a method that the program gives to every module."""

import torch
from torch import nn


def add_layer(self, layer):
    self.add_module(str(len(self) + 1), layer)


nn.Module.add = add_layer


def make_added():
    model = nn.Sequential()
    model.add(nn.Linear(2, 2))
    model.add(nn.Sigmoid())
    return model


def make_inserted():
    model = nn.Sequential(nn.Sigmoid())
    model.insert(0, nn.Linear(2, 2))
    return model


def make_set():
    model = nn.Sequential(nn.Identity(), nn.Sigmoid())
    model[-2] = nn.Linear(2, 2)
    return model


def train_added():
    model = make_added()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.ones(3, 2)).sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_inserted():
    model = make_inserted()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.ones(3, 2)).sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_set():
    model = make_set()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.ones(3, 2)).sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_named():
    heads = nn.ModuleDict()
    heads.update({"first": nn.Linear(2, 2), "second": nn.Linear(2, 1)})
    optimizer = torch.optim.SGD(heads.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        out = heads["first"](torch.ones(3, 2))
        heads["second"](out).sum().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


train_added()
train_inserted()
train_set()
train_named()
