"""A dataset that opaque code makes of no graph holds data, however its loader hands that out; one made of features with a
graph hands this on."""

import torch
from torch import nn
from torch.utils.data import DataLoader

exec("""
def load():
    return [(torch.randn(2), torch.tensor(1)) for _ in range(6)]


def load_both():
    return load(), 2


def keep(features):
    return list(features)
""")


class Forever:
    def __init__(self, loader):
        self.loader = loader
        self.batches = iter(loader)

    def __next__(self):
        try:
            batch = next(self.batches)
        except StopIteration:
            self.batches = iter(self.loader)
            batch = next(self.batches)
        return batch


net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
batches = Forever(DataLoader(load(), batch_size=3))  # noqa: F821
for _ in range(3):
    x, y = next(batches)
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

rows, _ = load_both()  # noqa: F821
loader = DataLoader(rows, batch_size=3)
for _ in range(3):
    x, y = next(iter(loader))
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

encoder = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD([*net.parameters(), *encoder.parameters()], lr=0.1)
for features in DataLoader(keep(encoder(torch.randn(6, 2))), batch_size=3):  # noqa: F821
    loss = net(features).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
