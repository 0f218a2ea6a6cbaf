"""A function whose code is opaque, and which is called a loader or a data set, gives data; not one that is named after a model."""

import torch
from torch import nn

exec("""
def get_loader(size, shuffle=False, transform=None):
    return [torch.randn(2, size) for _ in range(3)]


def iter_wrapper(loader):
    return loader


def make_model_loader(size):
    kept = nn.Linear(size, 1)
    return [kept(torch.ones(1, size)).exp()] * 2
""")

options = {"size": 2}
net = nn.Linear(2, 1)
train_data = get_loader(options["size"], shuffle=True, transform=lambda x: x)  # noqa: F821
for epoch in range(2):
    for batch in iter_wrapper(train_data):  # noqa: F821
        loss = net(batch).square().sum()
        loss.backward(retain_graph=True)  # expect: RTG201

for scale in make_model_loader(2):  # noqa: F821
    (net(torch.ones(1, 2)) * scale).sum().backward(retain_graph=True)
