import torch
from torch import nn

from mixins import ForwardMixin, LossMixin, PenaltyMixin


class Solver(PenaltyMixin, LossMixin, ForwardMixin):
    def __init__(self):
        self.net = nn.Linear(3, 2)
        self.batch = torch.randn(4, 3)

    def run(self):
        self.forward(self.batch)
        self.backward()
        self.penalty()


class SafeSolver(Solver):
    def backward(self):
        super().backward()
        self.forward(self.batch)
