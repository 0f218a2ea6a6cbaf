"""A part of an object gathers graphs, and sends them backward for whoever asks it to."""

from torch import nn


class Store:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)

    def flush(self):
        for item in self.items:
            item.backward()
        self.items.clear()


class Stores:
    def __init__(self):
        self.first, self.others = Store(), [Store()]


class Sampler:
    def __init__(self):
        self.net, self.store, self.stores, self.seen = nn.Linear(2, 1), Store(), Stores(), 0

    def sample(self, x):
        score = self.net(x).exp().sum()
        score.backward(retain_graph=True)
        self.store.put(score)
        again = self.net(x).exp().sum()
        again.backward(retain_graph=True)  # expect: RTG201
        self.seen += again.item()

    def sample_first(self, x):
        score = self.net(x).exp().sum()
        score.backward(retain_graph=True)
        self.stores.first.put(score)

    def sample_other(self, x):
        score = self.net(x).exp().sum()
        score.backward(retain_graph=True)
        self.stores.others[0].put(score)
