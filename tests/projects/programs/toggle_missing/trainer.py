import torch
from torch import nn


class GanTrainer:
    def __init__(self):
        self.netG = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
        self.netD = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
        self.opt_g = torch.optim.SGD(self.netG.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.netD.parameters(), lr=0.1)

    def train_step(self):
        self.fake = self.netG(torch.randn(4, 3))
        self.step_d()
        self.step_g()

    def step_d(self):
        self.opt_d.zero_grad()
        # instead: score = self.netD(self.fake.detach()).sigmoid()
        score = self.netD(self.fake).sigmoid()
        score.mean().backward(retain_graph=True)  # expect: RTG301
        self.opt_d.step()

    def step_g(self):
        self.opt_g.zero_grad()
        (-self.netD(self.fake).sigmoid().mean()).backward()
        self.opt_g.step()
