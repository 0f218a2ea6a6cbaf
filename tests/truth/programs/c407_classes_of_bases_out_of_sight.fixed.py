"""A class of opaque bases is a module, if it is asked for its parameters; a batch that moves is the batch."""

import types

import torch
from torch import nn

library = types.ModuleType("library")
exec(
    """
import torch


class Body(torch.nn.Linear):
    def __init__(self):
        super().__init__(3, 3)


class Batch:
    def __init__(self, rows):
        self.rows = rows

    def to(self, device):
        return self
""",
    library.__dict__,
)
bodies = getattr(library, "__dict__")  # noqa: B009


class Model(bodies["Body"]):
    def __init__(self):
        super().__init__()
        self.calls = 0


class Rows(bodies["Batch"]):
    pass


class Trainer:
    def __init__(self):
        self.model = Model().to("cpu")
        self.weight = nn.Parameter(torch.ones(3))
        self.om = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.ow = torch.optim.SGD([self.weight], lr=0.1)

    def train(self, loader):
        for rows in loader:
            batch = Rows(rows).to("cpu")
            loss = (self.model(batch.rows).square().mean(0) * self.weight.softmax(0).detach()).sum()
            self.om.zero_grad()
            loss.backward()
            self.om.step()
            self.ow.zero_grad()
            valid = (self.model(batch.rows).square().mean(0).detach() * self.weight.softmax(0)).sum()
            valid.backward()
            self.ow.step()


Trainer().train(torch.randn(3, 4, 3))
