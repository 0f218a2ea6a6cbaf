import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def forward(self):
        self.optimizer.zero_grad()
        self.out = self.net(torch.randn(4, 3))

    def backward(self, power=1, keep=True):
        self.out.pow(power).mean().backward(retain_graph=keep)

    def step(self):
        self.optimizer.step()
