import torch
from torch import nn

from base import Base


class Model(Base):
    loss_names = ["A", "B"]

    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def optimize(self):
        out = self.net(torch.randn(4, 3))
        self.loss_A = out.mean()
        setattr(self, "loss_B", out.pow(2).mean())
        self.optimizer.zero_grad()
        self.backward_all()
        self.optimizer.step()
        self.loss_C = self.net(torch.randn(4, 3)).mean()
        self.loss_C.backward(retain_graph=True)  # expect: RTG201
