import torch
from torch import nn

from models.base_model import BaseModel


class PixModel(BaseModel):
    def __init__(self):
        self.netG = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())
        self.netD = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
        self.optimizer_G = torch.optim.SGD(self.netG.parameters(), lr=0.1)
        self.optimizer_D = torch.optim.SGD(self.netD.parameters(), lr=0.1)

    def forward(self):
        self.fake = self.netG(self.real)

    def backward_D(self):
        fake, real = self.netD(self.fake.detach()), self.netD(self.real)
        self.loss_D = fake.sigmoid().mean() - real.sigmoid().mean()
        self.loss_D.backward()

    def backward_G(self):
        self.loss_G = -self.netD(self.fake).sigmoid().mean()
        self.loss_G.backward()
