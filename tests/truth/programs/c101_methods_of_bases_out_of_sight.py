"""A method inherited from a class that cannot be seen sets what the object keeps: no graph is carried over."""

import types

import torch
from torch import nn

bases = types.ModuleType("bases")
exec(
    """
class Base:
    def compute(self):
        self.first = self.out.square().mean()

    def start(self):
        self.second = self.out.square().mean()

    def again(self):
        self.kept.backward()
""",
    bases.__dict__,
)
Base = getattr(bases, "Base")  # noqa: B009


class Model(Base):
    def __init__(self):
        self.net = nn.Linear(2, 2)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def compute(self):
        super().compute()
        self.first += self.out.abs().mean()

    def again(self):
        super().again()
        self.optimizer.step()

    def train(self):
        self.optimizer.zero_grad()
        self.out = self.net(torch.randn(3, 2))
        self.compute()
        self.first.backward()
        self.out = self.net(torch.randn(3, 2))
        self.start()
        self.second = self.second + self.out.abs().mean()
        self.second.backward()
        self.kept = self.net(torch.randn(3, 2)).square().mean()
        self.kept.backward(retain_graph=True)
        self.again()


model = Model()
for _ in range(3):
    model.train()
