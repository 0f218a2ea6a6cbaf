import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gate = nn.Linear(size, size)

    def forward(self, x):
        return x * torch.sigmoid(self.gate(x))
