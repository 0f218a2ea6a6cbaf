"""What is found by an index that code out of sight gave back does not hang on the index; what is found by a name in it does."""

import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
def named(out):
    return {"near": out.abs().mean(), "far": out.square().mean()}
""",
    library.__dict__,
)
named = getattr(library, "named")  # noqa: B009


class Detector:
    def __init__(self, net, weights):
        self.net, self.weights = net, weights

    def weigh(self, x):
        x = x.clone().requires_grad_()
        losses = named(self.net(x))
        loss = sum(self.weights[name] * part for name, part in losses.items())
        loss.backward(retain_graph=True)  # expect: RTG201
        return x.grad

    def go_on(self, x):
        losses = named(self.net(x))
        losses["near"].backward(retain_graph=True)
        losses["far"].backward()


detector = Detector(nn.Linear(2, 2), {"near": 1.0, "far": 0.5})
detector.weigh(torch.randn(3, 2))
detector.go_on(torch.randn(3, 2))
