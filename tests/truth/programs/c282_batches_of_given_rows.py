"""A dataset is made of the rows that a method was given: they are data, and two losses of one batch share no graph."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier:
    def __init__(self):
        self.body = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.body.parameters(), lr=0.1)

    def fit(self, rows, weights):
        loader = DataLoader(TensorDataset(rows, weights), batch_size=4)
        for row, weight in loader:
            weighted = row * weight
            self.optimizer.zero_grad()
            self.body(weighted).square().mean().backward(retain_graph=True)  # expect: RTG201
            self.body(weighted + 1).abs().mean().backward()
            self.optimizer.step()


Classifier().fit(torch.randn(8, 3), torch.rand(8, 1))
