"""What is called `model` in a file that is imported by a computed name makes a model; calling it runs none."""

import importlib
import os
import sys
import types

import torch
from torch import nn

exec("""
def register(name):
    file = types.ModuleType(name)
    sys.modules[name] = file
    exec("import torch\\nclass model(torch.nn.Linear): pass", file.__dict__)


def apply(modules, inputs):
    return torch.cat([module(x) for module, x in zip(modules, inputs)])
""")

register("c715_small")


class Wrapped(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.module = model

    def forward(self, x):
        return self.module(x)


class Trainer:
    def __init__(self, kind):
        library = importlib.import_module(f"c715_{kind}")
        self.model = Wrapped(library.model(2, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def train(self, x):
        self.optimizer.zero_grad()
        loss = apply([self.model, self.model], [x, 2 * x]).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        loss = self.model(x).abs().mean()
        loss.backward(retain_graph=True)
        (2 * loss).backward()


trainer = Trainer(os.environ.get("NO_SUCH_KIND", "small"))
trainer.train(torch.randn(4, 2))
trainer.train(torch.randn(4, 2))
