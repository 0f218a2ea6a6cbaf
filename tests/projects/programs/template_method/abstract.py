import abc

import torch
from torch import nn


class AbstractTrainer(abc.ABC):
    def __init__(self, epochs):
        self.epochs = epochs
        self.net = self.build()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.0)
        self.state = torch.zeros(1, 3)

    def build(self):
        return nn.RNNCell(3, 3)

    @abc.abstractmethod
    def train_step(self, batch):
        raise NotImplementedError

    def before_epoch(self):
        """Hook."""

    def train(self):
        for _ in range(self.epochs):
            self.before_epoch()
            for _ in range(2):
                self.optimizer.zero_grad()
                loss = self.train_step(torch.randn(1, 3))
                loss.backward()  # expect: RTG102
                self.optimizer.step()
