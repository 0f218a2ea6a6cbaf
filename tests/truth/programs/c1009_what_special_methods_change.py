"""What the methods change that syntax calls, where no call names them."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

net, head = nn.Linear(4, 4), nn.Linear(4, 1)
asked = []


class Loader:
    def __init__(self):
        self.epoch = 0

    def __iter__(self):
        self.epoch += 1
        return iter([1, 2])


class Table:
    def __init__(self):
        self.reads = 0

    def __contains__(self, key):
        self.reads += 1
        return True

    def __getitem__(self, key):
        self.reads += 1
        return key


class Name:
    def __init__(self):
        self.shown = False

    def __str__(self):
        self.shown = True
        return "name"


class Rows(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        asked.append(index)
        return torch.rand(3)


def iterate(loader):
    for _ in loader:
        pass
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if loader.epoch == 1:
        features.sum().backward()


def look_up():
    table = Table()
    if "a" in table:
        table["a"]
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if table.reads > 1:
        features.sum().backward()


def show():
    name = Name()
    text = f"{name}"
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if name.shown and text:
        features.sum().backward()


def load():
    for _ in DataLoader(Rows(), batch_size=2):
        pass
    features = net(torch.rand(2, 4)).tanh()
    head(features).sum().backward(retain_graph=True)
    if len(asked) > 3:
        features.sum().backward()


if __name__ == "__main__":
    iterate(Loader())
    look_up()
    show()
    load()
