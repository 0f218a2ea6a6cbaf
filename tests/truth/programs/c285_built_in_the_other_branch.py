"""An object out of sight may give out again what it has built on the way that was taken, not what it would have built on another."""

import sys
import types

import torch

library = types.ModuleType("library")
exec(
    """
import torch


class Model:
    bounds = (0.0, 1.0)

    def __init__(self):
        self.weight = torch.randn(3)

    def predict(self, x):
        self.kept = (x * self.weight).exp()
        return self.kept.sum(0)
""",
    library.__dict__,
)
Model = getattr(library, "Model")  # noqa: B009


class Texture:
    def __init__(self, model):
        self.model = model
        self.patch = torch.ones(3, requires_grad=True)

    def descend(self, x, mirrored):
        shown = self.patch.flip(0) if mirrored else self.patch * 2
        found = self.model.predict(x * torch.clamp(shown, max=self.model.bounds[1]))
        found.square().sum().backward(retain_graph=True)  # expect: RTG201
        self.patch.grad = None

    def generate(self, xs, mirrored):
        for x in xs:
            self.descend(x, mirrored)


class Twice(Texture):
    def descend(self, x, mirrored):
        shown = self.patch.flip(0) if mirrored else self.patch * 2
        self.model.predict(x * shown).sum().backward(retain_graph=True)
        self.model.kept.mean().backward()


Texture(Model()).generate(torch.randn(3, 2, 3), len(sys.argv) > 1)
Twice(Model()).generate(torch.randn(3, 2, 3), len(sys.argv) > 1)
