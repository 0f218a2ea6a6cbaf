import torch
from torch import nn

from .base_model import BaseModel


class PixModel(BaseModel):
    def __init__(self):
        super().__init__()
        self.netG = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
        self.netD = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
        self.optimizers["G"] = torch.optim.SGD(self.netG.parameters(), lr=0.1)
        self.optimizers["D"] = torch.optim.SGD(self.netD.parameters(), lr=0.1)

    def forward(self):
        self.fake = self.netG(self.real)

    def backward(self):
        loss_g = self.netD(self.fake).sigmoid().mean()
        loss_g.backward()
        loss_d = self.netD(self.fake).exp().mean()  # not detached
        loss_d.backward()  # expect: RTG101
