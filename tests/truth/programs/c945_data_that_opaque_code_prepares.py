"""A function whose code is opaque prepares or sets up data, by its name; not one that is given a network, or that makes features."""

import torch
from torch import nn

exec("""
def prepare_data(size, trial):
    return [torch.randn(2, size) for _ in range(3)], torch.zeros(2)


def build_examples(size, net=None):
    rows = torch.randn(3, 2, size)
    return [net(row) for row in rows] if net else list(rows)


def set_up_features(size):
    return [nn.Linear(size, 2)(torch.ones(2, size)).exp()] * 2
""")


class Runner:
    def __init__(self, size):
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
        self.trial = input.__name__
        self.batches, self.targets = prepare_data(size, self.trial)  # noqa: F821
        self.examples = build_examples(size)  # noqa: F821
        self.features = set_up_features(size)  # noqa: F821

    def train(self):
        for batch in self.batches:
            (self.net(batch) - self.targets).exp().sum().backward(retain_graph=True)  # expect: RTG201
        for example in self.examples:
            self.net(example).exp().sum().backward(retain_graph=True)  # expect: RTG201

    def tune(self):
        for feature in self.features:
            self.net(feature).exp().sum().backward(retain_graph=True)


runner = Runner(2)
for _ in range(2):
    runner.train()
runner.tune()
examples = build_examples(2, nn.Linear(2, 2))  # noqa: F821
for _ in range(2):
    for example in examples:
        runner.net(example).exp().sum().backward(retain_graph=True)
