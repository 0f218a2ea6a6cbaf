from abc import ABC, abstractmethod

import torch


class BaseModel(ABC):
    def __init__(self):
        self.optimizers = {}

    def set_input(self, size):
        self.real = torch.randn(size, 3)

    @abstractmethod
    def forward(self):
        """Sets self.fake."""

    @abstractmethod
    def backward(self):
        """Sends the losses back."""

    def optimize_parameters(self):
        self.forward()
        for optimizer in self.optimizers.values():
            optimizer.zero_grad()
        self.backward()
        for optimizer in self.optimizers.values():
            optimizer.step()
