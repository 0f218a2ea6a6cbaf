import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.register_buffer("data", torch.randn(4, 3))
        self._loss = None

    @property
    def fresh_loss(self):
        return self.net(self.data).pow(2).mean()

    @property
    def kept_loss(self):
        if self._loss is None:
            self._loss = self.net(self.data).pow(2).mean()
        return self._loss

    def train_fresh(self):
        self.fresh_loss.backward()
        self.fresh_loss.backward()

    def train_kept(self):
        self.kept_loss.backward()
        self.kept_loss.backward()  # expect: RTG101
