"""An object must be compiled before it can be fitted: no constructor sets what `fit` reads, and `compile` does."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(size, 1)
        self.penalty = self.layer.weight.square().sum()

    def compile_with(self, rate):
        self.optimizer = torch.optim.SGD(self.parameters(), lr=rate)


class Model(Base):
    def fit(self, batches):
        for x in batches:
            loss = self.layer(x).square().mean() + self.penalty
            self.optimizer.zero_grad()
            # instead: self.layer(x).square().mean().backward()
            loss.backward(retain_graph=True)  # expect: RTG103
            self.optimizer.step()
