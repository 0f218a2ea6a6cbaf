import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.RNNCell(3, 3)
        self.state = torch.zeros(1, 3)

    def forward(self, x):
        self.state = self.cell(x, self.state)
        return self.state
