"""An autograd.Function is applied through an object of its class; a mixin's own `apply` is given a tensor. Each retain is
needed by the next loss."""

import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")


class Reverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale=0.1):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return -ctx.scale * gradient


class Squared(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * gradient


class Applied:
    def forward(self, x):
        return x

    def apply(self, x):
        return 2 * x


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))

    def forward(self, x, how):
        if how == "object":
            x = Reverse(scale=0.3).apply(x)
        elif how == "variable":
            reverse = Squared()
            x = reverse.apply(x)
        elif how == "own":
            x = Applied().apply(x)
        return self.net(x)


encoder = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))
decoder = nn.Linear(4, 4)
classifier = Classifier()
optimizer = torch.optim.SGD([*encoder.parameters(), *decoder.parameters(), *classifier.parameters()], lr=0.1)
for how in ("object", "variable", "own"):
    for _ in range(2):
        batch, labels = torch.randn(5, 4), torch.randint(0, 2, (5,))
        code = encoder(batch)
        optimizer.zero_grad()
        F.cross_entropy(classifier(code, how), labels).backward(retain_graph=True)
        (decoder(code) - batch).abs().mean().backward()
        optimizer.step()

code = encoder(torch.randn(5, 4))
Squared().apply(code).mean().backward(retain_graph=True)
(decoder(code)).abs().mean().backward()
