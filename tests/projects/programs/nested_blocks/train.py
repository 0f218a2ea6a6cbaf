import torch
from torch import nn

from blocks import Nested


class Trainer:
    def __init__(self):
        self.g, self.d = Nested(2, 3), nn.Sequential(nn.Linear(2, 2), nn.Sigmoid(), nn.Linear(2, 1))
        self.opt_g = torch.optim.SGD(self.g.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.d.parameters(), lr=0.1)

    def forward(self, x):
        self.fake = self.g(x)
        self.score = self.d(self.fake)

    def backward_g(self):
        self.opt_g.zero_grad()
        (self.fake - 1).pow(2).mean().backward(retain_graph=True)
        self.opt_g.step()

    def backward_d(self):
        self.opt_d.zero_grad()
        self.score.mean().backward()  # expect: RTG103
        self.opt_d.step()

    def optimize(self, x):
        self.forward(x)
        self.backward_g()
        self.backward_d()


trainer = Trainer()
for _ in range(2):
    trainer.optimize(torch.rand(3, 2))
