"""A setup file in a package: the package is imported from the folder around it all the same."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)

    def train_step(self, x):
        self.optimizer.zero_grad()
        loss = self.layer(x).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        return loss
