"""A special method gives out a graph that its object does not hold itself: each retain is needed by what is given out."""

import torch
from torch import nn


class Indexed:
    def __getitem__(self, place):
        return prediction

    def __class_getitem__(cls, place):
        return prediction


class Iterated:
    def __iter__(self):
        yield prediction


class Listed:
    def __iter__(self):
        return iter([prediction])


class Taken:
    def __iter__(self):
        return self

    def __next__(self):
        return prediction


class Computed:
    def __radd__(self, other):
        return prediction.sum() + other

    def __neg__(self):
        return -prediction.sum()


class Stored:
    def __setattr__(self, name, value):
        object.__setattr__(self, "_" + name, value)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
stored = Stored()
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    Indexed()[0].sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    Indexed[0].sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    for part in Iterated():
        part.sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    list(Listed())[0].sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    next(Taken()).sum().backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    (1 + Computed()).backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    (-Computed()).backward()
    prediction = net(images)
    stored.kept = prediction
    prediction.square().mean().backward(retain_graph=True)
    stored._kept.sum().backward()
    optimizer.step()
