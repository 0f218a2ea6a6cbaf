"""An iterator of the program's own makes tensors of numbers, whatever the object holds; or gives out a graph that it holds."""

import torch
from torch import nn

exec("""
def tokenize(text):
    return [float(len(word)) for word in text.split()]
""")


class Batches:
    def __init__(self, rows, size):
        self.rows, self.size, self.index = rows, size, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= len(self.rows) // self.size:
            self.index = 0
            raise StopIteration
        rows = self.rows[self.index * self.size : (self.index + 1) * self.size]
        self.index += 1
        return torch.FloatTensor([row[0] for row in rows]), torch.LongTensor([row[1] for row in rows])


rows = []
for text in ("a bc", "de f", "g hi", "jk l"):
    rows.append((tokenize(text), 0))  # noqa: F821
batches = Batches(rows, 2)
net = nn.Linear(2, 2)
for epoch in range(2):
    for batch, labels in batches:
        loss = nn.functional.cross_entropy(net(batch), labels)
        loss.backward(retain_graph=True)  # expect: RTG201


class Losses:
    def __init__(self, losses):
        self.losses, self.index = losses, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= 2:
            raise StopIteration
        self.index += 1
        return self.losses[0]


total = net(torch.ones(1, 2)).square().sum()
for loss in Losses([total]):
    loss.backward(retain_graph=True)
