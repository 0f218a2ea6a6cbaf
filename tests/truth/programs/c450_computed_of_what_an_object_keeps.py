"""What is computed of an attribute or an item of an object out of sight hangs on what the object may have built: by
operators, functions and methods, in containers, functions and objects of the program's own."""

import functools
import operator

import torch

exec("""
class Model:
    weight = torch.ones(2, requires_grad=True)
    factor = 2

    def loss(self):
        self.terms = self.weight.exp()
        self.kept = self.terms.sum()
        self.parts = [self.kept, self.kept * 2]
        self.named = {"a": self.kept, "b": self.kept * 2}
        return self.kept.square()


def weigh(x, factor=2.0):
    return x * factor
""")


class Holder:
    def __init__(self, value):
        self.value = value


def double(x):
    return x * 2


def shift(model, number):
    return number * model.kept + number


factor = Model().factor  # noqa: F821

model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
(2 * model.kept).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
(-model.kept).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
(2 * (model.kept + 1) / 3 - 4).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
(factor * model.kept * factor + factor).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
abs(model.kept).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
pow(model.kept, 2).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
torch.exp(1 + 2 * model.kept).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
model.terms.view(-1, factor).sum().backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
(2 * model.terms)[0].mean().backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
functools.reduce(operator.add, model.parts).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
sum(model.parts).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
sum(k * part for k, part in zip((1, 2), model.parts)).backward()  # noqa: B905
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
max(model.parts).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
torch.exp(next(iter(model.parts))).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
vars(model)["kept"].mul(2).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
torch.autograd.backward([2 * model.kept])
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
[2 * model.kept][0].backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
{"loss": 2 * model.kept}["loss"].backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
Holder(2 * model.kept).value.backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
shift(model, factor).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
double(model.named["a"]).backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
list(map(double, model.parts))[0].backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
weigh(model.kept).backward()  # noqa: F821
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
weigh(2 * model.kept, factor).backward()  # noqa: F821
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
total = 0
for part in model.parts:
    total += part
total.backward()
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
for part in model.parts:
    part.mean().backward(retain_graph=True)
model = Model()  # noqa: F821
model.loss().backward(retain_graph=True)
for _, part in model.named.items():
    (2 * part).backward(retain_graph=True)
