"""Names that are not bound yet, functions within functions, and classes of classes."""

import contextlib
import functools
import operator

import torch
from torch import nn


class Meta(type):
    def __init__(cls, *told):
        super().__init__(*told)
        cls.known = True


class Base(metaclass=Meta):
    __slots__ = ("kept",)

    def __init_subclass__(cls, **told):
        super().__init_subclass__(**told)
        cls.named = cls.__name__


class Loss(Base):
    def owner(self):
        def find():
            return __class__

        return find()

    @property
    def scale(self):
        return 2.0

    @scale.setter
    def scale(self, value):
        self.kept = value

    def __matmul__(self, other):
        return other * 2

    def __getitem__(self, name):
        return self.kept


class Counter:
    def __init__(self, limit):
        self.limit = limit

    def __lt__(self, other):
        return self.limit < other

    def __bool__(self):
        return self.limit > 0


def counting():
    count = 0

    def up(kept):
        nonlocal count
        count += 1
        return kept * count

    def read():
        return count

    return up, read


@contextlib.contextmanager
def guarded(kept):
    kept.sum().backward(retain_graph=True)
    try:
        yield kept
    finally:
        kept.mean().backward()


net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    total = bound_later + 1
except NameError:
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    print(bound_later)
except NameError:
    kept.mean().backward()

up, read = counting()
kept = up(net(x))
kept.sum().backward(retain_graph=True)
(up(kept) * read()).mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if Loss().owner() is Loss and Loss.known and Loss.named == "Loss":
    kept.mean().backward()

loss = Loss()
loss.scale = net(x)
loss.kept.sum().backward(retain_graph=True)
(loss["any"] * loss.scale).mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
(loss @ kept).mean().backward()

with guarded(net(x)) as kept:
    pass

kept = net(x)
kept.sum().backward(retain_graph=True)
if Counter(1) and Counter(1) < 2:
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
functools.reduce(operator.add, [kept, kept]).mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
functools.reduce(lambda one, two: one * two, (kept, 2.0), 1.0).mean().backward()


def send(kept, *rest, scale=1.0, **options):
    (kept * scale * options.get("weight", 1.0)).mean().backward(retain_graph=bool(rest))


options = {"scale": 2.0}
options["wei" + "ght"] = 3.0
kept = net(x)
kept.sum().backward(retain_graph=True)
send(kept, 1, **options)
send(*[kept], **{"scale": 1.0})
for name in ("scale", "weight"):
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    send(kept, **{name: 2.0})

bound_later = 1
