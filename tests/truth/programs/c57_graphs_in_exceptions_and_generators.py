"""A graph that an exception holds, or that a generator returns to `yield from`, may be sent backward by who gets it."""

import torch
from torch import nn


class Stop(Exception):
    pass


class Finished(Exception):
    def __init__(self, message, loss):
        super().__init__(message)
        self.loss = loss


class Sent:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        error.args[0].abs().mean().backward()
        return True


def losses_of(prediction):
    yield 1
    return prediction.abs().mean()


def all_of(prediction):
    last = yield from losses_of(prediction)
    yield last


def give_up(loss):
    raise Finished("enough", loss)


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
images = torch.randn(6, 2)
for step in range(4):
    optimizer.zero_grad()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    list(all_of(prediction))[-1].backward()
    prediction = net(images)
    last = list(all_of(prediction))[-1]
    prediction.square().mean().backward(retain_graph=True)
    last.backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    try:
        raise ValueError(prediction.abs().mean())
    except ValueError as error:
        error.args[0].backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    try:
        raise Stop("stop", prediction.abs().mean())
    except Stop as error:
        error.args[1].backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    try:
        give_up(prediction.abs().mean())
    except Finished as error:
        error.loss.backward()
    prediction = net(images)
    prediction.square().mean().backward(retain_graph=True)
    with Sent():
        raise ValueError(prediction)
    prediction = net(images)
    error = KeyError(prediction)
    prediction.square().mean().backward(retain_graph=True)
    try:
        raise error
    except KeyError as caught:
        caught.args[0].sum().backward()
    try:
        raise ValueError("no graph")
    except ValueError:
        net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
