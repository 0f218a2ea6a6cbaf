import torch
from torch import nn

import second


class First:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Sigmoid())
        self.helper = second.Second(self)

    def train(self):
        self.loss = self.net(torch.randn(4, 3)).mean()
        self.loss.backward()
        self.helper.train()
