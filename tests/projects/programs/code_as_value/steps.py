import torch
from torch import nn


class Steps:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def forward(self):
        self.out = self.net(torch.randn(4, 3))

    def first(self):
        self.out.mean().backward(retain_graph=True)

    def second(self, event):
        self.out.pow(2).mean().backward(retain_graph=True)  # expect: RTG201

    def update(self):
        self.optimizer.step()
        self.optimizer.zero_grad()
