"""A wrapper answers for the attributes of the model inside, which keeps the features of its last pass: the first retain is
needed, the second is not."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head, self.side = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 1)

    def forward(self, x):
        self.features = self.encoder(x).relu()
        return self.head(self.features)

    def side_loss(self):
        return self.side(self.features).square().mean()


class Wrapper(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, *args, **kwargs):
        return self.inner(*args, **kwargs)


class ByModules(Wrapper):
    def __getattr__(self, name):
        if name == "inner":
            return super().__getattr__(name)
        return getattr(self._modules["inner"], name)


class ByItself(Wrapper):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)


class BySuper(Wrapper):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("inner"), name)


class ByComputedName(Wrapper):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("".join(["in", "ner"])), name)


def train(model):
    for x in torch.randn(3, 5, 3):
        model(x).square().mean().backward(retain_graph=True)
        model.side_loss().backward()


by_modules, by_itself, by_super, computed = (kind(Model()) for kind in (ByModules, ByItself, BySuper, ByComputedName))
for x in torch.randn(3, 5, 3):
    by_modules(x).square().mean().backward(retain_graph=True)
    by_modules.side_loss().backward(retain_graph=True)  # expect: RTG201
for x in torch.randn(3, 5, 3):
    by_itself(x).square().mean().backward(retain_graph=True)
    by_itself.side_loss().backward(retain_graph=True)  # expect: RTG201
for x in torch.randn(3, 5, 3):
    by_super(x).square().mean().backward(retain_graph=True)
    by_super.side_loss().backward(retain_graph=True)  # expect: RTG201
train(ByComputedName(Model()))
for x in torch.randn(3, 5, 3):
    computed(x).square().mean().backward(retain_graph=True)
    computed.side_loss().backward()
