"""What unseen code returns may be a mapping: its items keep graphs of their own when one of them is set."""

import torch
from torch import nn


def rows(model, x):
    parts = model(x)
    cache = parts.cache
    cache["twice"] = 2 * cache["high"]
    sums = cache["twice"].tanh().sum(0)
    for number in range(3):
        torch.autograd.grad(sums[number], cache["low"], retain_graph=True)


def named(model, x, kept, name):
    with torch.no_grad():
        before = model(x)
    parts = model(x, before)
    cache = parts.cache
    cache["kept"] = kept(parts)
    sums = cache[f"{name}"].tanh().sum(0)
    for number in range(3):
        torch.autograd.grad(sums[number], [cache["low"]], retain_graph=True)


class Parts(nn.Module):
    def __init__(self):
        super().__init__()
        self.low, self.high = nn.Linear(2, 4), nn.Linear(4, 3)

    def forward(self, x, before=None):
        low = self.low(x)
        self.cache = {"low": low, "high": self.high(low.tanh())}
        return self


eval("rows")(Parts(), torch.randn(4, 2))
eval("named")(Parts(), torch.randn(4, 2), lambda parts: 2 * parts.cache["high"], "kept")
