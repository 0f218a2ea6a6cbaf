"""An iterator gives out another element each time: each retain is needed by what is taken later."""

import itertools

import torch
from torch import nn


def parts_of(prediction):
    hidden = prediction * 2
    yield 1
    yield hidden
    yield prediction.mean()


def keep_on(prediction):
    while True:
        yield 1
        yield prediction * 2


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    taken = parts_of(prediction)
    next(taken)
    prediction.square().mean().backward(retain_graph=True)
    next(taken).sum().backward()
    prediction = net(images)
    taken = keep_on(prediction)
    next(taken)
    prediction.square().mean().backward(retain_graph=True)
    next(taken).sum().backward()
    prediction = net(images)
    taken = (part for part in (1, prediction))
    next(taken)
    prediction.square().mean().backward(retain_graph=True)
    next(taken).sum().backward()
    prediction = net(images)
    taken = iter({"number": 1, "kept": prediction}.values())
    next(taken)
    prediction.square().mean().backward(retain_graph=True)
    next(taken).sum().backward()
    prediction = net(images)
    taken = itertools.chain([1], [prediction])
    next(taken)
    prediction.square().mean().backward(retain_graph=True)
    next(taken).sum().backward()
    prediction = net(images)
    taken = enumerate(prediction)
    prediction.square().mean().backward(retain_graph=True)
    next(taken)[1].sum().backward()
    prediction = net(images)
    numbers = iter([1, 2])
    next(numbers)
    (prediction * next(numbers)).mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
