import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.netG, self.netD = nn.Linear(3, 3), nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
        self.optims = [torch.optim.SGD(net.parameters(), lr=0.1) for net in (self.netG, self.netD)]

    def forward(self):
        self.score = self.netD(self.netG(torch.randn(4, 3))).sigmoid()

    def backward_D(self):
        self.optims[1].zero_grad()
        # instead: self.netD(torch.ones(4, 3)).mean().backward()
        self.score.mean().backward(retain_graph=True)  # also: RTG301
        self.optims[1].step()

    def backward_G(self):
        self.optims[0].zero_grad()
        # instead: (-self.netD(self.netG(torch.randn(4, 3))).mean()).backward()
        (-self.score.mean()).backward()  # expect: RTG103
        self.optims[0].step()

    def train_step(self):
        self.forward()
        self.backward_D()
        self.backward_G()
