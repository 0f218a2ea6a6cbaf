"""What a generator changes between its yields, its consumer meets as it was, and as it is."""

import torch
from torch import nn

net, head = nn.Linear(4, 4), nn.Linear(4, 1)
seen = []


class Batches:
    def __init__(self):
        self.last = False

    def load(self):
        self.last = False
        yield torch.rand(2, 4)
        self.last = True
        yield torch.rand(2, 4)


def train_on_a_loader(batches):
    for batch in batches.load():
        features = net(batch).tanh()
        head(features).sum().backward(retain_graph=True)
        if not batches.last:
            features.sum().backward()


def note_batches():
    yield torch.rand(2, 4)
    seen.append(1)
    yield torch.rand(2, 4)


def train_until_noted():
    for batch in note_batches():
        features = net(batch).tanh()
        head(features).sum().backward(retain_graph=True)
        if not seen:
            features.sum().backward()


def train_on_mapped_items(batches):
    def load(number):
        batches.last = number > 1
        return torch.rand(2, 4)

    for batch in map(load, [1, 2]):
        features = net(batch).tanh()
        head(features).sum().backward(retain_graph=True)
        if not batches.last:
            features.sum().backward()


if __name__ == "__main__":
    train_on_a_loader(Batches())
    train_until_noted()
    train_on_mapped_items(Batches())
