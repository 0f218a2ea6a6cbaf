"""An object whose class cannot be seen may give out again what it has built, and builds anew in each call; only what is
given data builds on that."""

import torch

exec("""
class Model(torch.nn.Linear):
    def forward(self, x):
        self.kept = super().forward(x)
        return self.kept

    def loss(self, x):
        return self(x).square().mean()

    def penalty(self, factor=1.0):
        return factor * self.kept.abs().mean()

    def regularise(self):
        return self.weight.square().sum()


def build():
    return Model(2, 2)
""")


def train_called(model):
    for x in torch.randn(3, 4, 2):
        loss = model(x).square().mean()
        loss.backward(retain_graph=True)
        model.penalty().backward()
    for x in torch.randn(3, 4, 2):
        loss = model(x).square().mean()
        loss.backward(retain_graph=True)
        model.penalty(0.5).backward()
    for x in torch.randn(3, 4, 2):
        loss = model(x).square().mean()
        loss.backward(retain_graph=True)
        model.kept.sum().backward()
    for x in torch.randn(3, 4, 2):
        loss = model(x).square().mean()
        model.penalty().backward(retain_graph=True)
        loss.backward()


called = build()  # noqa: F821
optimizer = torch.optim.SGD(called.parameters(), lr=0.1)
train_called(called)
for x in torch.randn(3, 4, 2):
    loss = called(x).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

asked = build()  # noqa: F821
for x in torch.randn(3, 4, 2):
    asked.loss(x).backward()
for x in torch.randn(3, 4, 2):
    loss = asked.loss(x)
    loss.backward(retain_graph=True)
    asked.penalty().backward()
for x in torch.randn(3, 4, 2):
    asked(x)
    asked.kept.sum().backward()
for x in torch.randn(3, 4, 2):
    asked.loss(x)
    asked.kept.sum().backward()

remade = build()  # noqa: F821
for x in torch.randn(3, 4, 2):
    remade.regularise().backward()
for x in torch.randn(3, 4, 2):
    remade.loss(x).backward(retain_graph=True)  # expect: RTG201


class Trainer:
    def __init__(self):
        self.model = build()  # noqa: F821

    def fit(self):
        for x in torch.randn(3, 4, 2):
            self.model.loss(x).backward()
        for x in torch.randn(3, 4, 2):
            self.model.forward(x)
            self.model.kept.sum().backward()
        for x in torch.randn(3, 4, 2):
            loss = self.model(x).square().mean()
            loss.backward(retain_graph=True)
            self.model.penalty().backward()


Trainer().fit()
