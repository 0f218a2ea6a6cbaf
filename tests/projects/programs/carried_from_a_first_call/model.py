"""A state that is set once, and carried by each call to the next."""

import torch
from torch import nn


class Recurrent:
    def __init__(self):
        self.cell = nn.GRUCell(4, 4)
        self.optimizer = torch.optim.SGD(self.cell.parameters(), lr=0.1)

    def start(self, size):
        self.hidden = torch.zeros(size, 4)

    def update(self, batch):
        self.hidden = self.cell(batch, self.hidden)
        loss = self.hidden.pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        self.optimizer.step()
