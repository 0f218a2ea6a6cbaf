from torch import nn
import torch


class Base:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())

    def compute(self):
        self.out = self.net(torch.randn(4, 3)).mean()


class Left(Base):
    def compute(self):
        super().compute()
        self.out.backward()  # expect: RTG101


class Right(Base):
    def compute(self):
        super().compute()
        self.out.backward()


class Both(Left, Right):
    pass
