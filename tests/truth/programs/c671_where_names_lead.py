"""What stands in variables, in classes within functions, in files, and behind names."""

import operator
import weakref
from contextlib import contextmanager

import torch
from torch import nn


def train(x):
    kept = net(x)

    class Loss:
        def __init__(self):
            super().__init__()
            self.owner = __class__

        def send(self):
            nonlocal kept
            kept.sum().backward(retain_graph=True)
            kept.mean().backward()
            kept = net(x)
            assert self.owner is Loss

    Loss().send()
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()


class Refusing:
    def __enter__(self):
        raise ValueError("closed")

    def __exit__(self, *told):
        return True


class Doubtful:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, *told):
        return self.swallow


@contextmanager
def guard():
    try:
        yield net(x)
    finally:
        pass


def losses(count):
    for _ in range(count):
        yield net(x).sum()


def both(count):
    yield from losses(count)
    yield net(x).sum()


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
train(x)

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    with Refusing():
        pass
except ValueError:
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
with Doubtful(bool(eval("1"))):
    raise ValueError("swallowed")
kept.mean().backward()

with guard() as kept:
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()

for loss in both(2):
    loss.backward(retain_graph=True)
    loss.backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
for number in range(3):
    if number == 5:
        break
else:
    kept.mean().backward()
while True:
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    if eval("1"):
        kept.mean().backward()
        break

pick = operator.itemgetter(0, 1)
first, second = pick([net(x), net(x)])
first.sum().backward(retain_graph=True)
first.mean().backward()
kept = net(x)
lives = weakref.proxy(net[0])
kept.sum().backward(retain_graph=True)
(kept * lives.weight.sum()).mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
net.kept = kept
delattr(net, "kept")
del kept
kept = net(x)
setattr(net, "k" + "ept", kept)
kept.sum().backward(retain_graph=True)
net.kept.mean().backward()


async def later():
    return net(x)


async def send():
    kept = await later()
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()


try:
    send().send(None)
except StopIteration:
    pass
