"""Opaque code cuts off a state that an object holds, where it was."""

import torch
from torch import nn

cut = eval("lambda state: state.detach()")


class Recurrent:
    def __init__(self):
        self.layer = nn.Linear(3, 3)
        self.state = torch.zeros(1, 3)

    def train(self, steps):
        for _ in range(steps):
            self.state = torch.tanh(self.layer(self.state))
            self.state.sum().backward()
            self.state = cut(self.state)


Recurrent().train(3)
