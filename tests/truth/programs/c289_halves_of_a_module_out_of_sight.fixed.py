"""The halves of a module out of sight are run by methods of it: a loss that is computed of their result trains the module, too."""

import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
import torch


class Coder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(3, 2), torch.nn.Linear(2, 3)

    def encode(self, x):
        return self.first(x).tanh()

    def decode(self, code):
        return self.second(code)


class Embedder(torch.nn.Linear):
    @torch.no_grad()
    def encode(self, x):
        return self(x)


def build(kind):
    torch.manual_seed(0)
    return Coder() if kind == "coder" else Embedder(3, 3)
""",
    library.__dict__,
)
build = getattr(library, "build")  # noqa: B009

coder, embedder = build("coder"), build("embedder")
judge = nn.Linear(3, 1)
optimizer = torch.optim.SGD(coder.parameters(), lr=0.1)
judging = torch.optim.SGD(judge.parameters(), lr=0.1)
for step, x in enumerate(torch.randn(4, 5, 3)):
    shown = coder.decode(coder.encode(x))
    if step % 2 == 0:
        judging.zero_grad()
        (judge(shown.detach()) - judge(x)).mean().backward()
        judging.step()
    else:
        (shown - x).abs().mean().backward()
        optimizer.step()
        optimizer.zero_grad()


def embed(xs):
    training = torch.optim.SGD(embedder.parameters(), lr=0.1)
    for x in xs:
        training.zero_grad()
        embedder(x).square().mean().backward()
        training.step()
        judging.zero_grad()
        judge(embedder.encode(x)).mean().backward()
        judging.step()


embed(torch.randn(4, 5, 3))
