import torch
from torch import nn

from sender import send


class Engine:
    def __init__(self, backward_options=None):
        self.options = backward_options or dict(retain_graph=True)
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self):
        out = self.net(torch.randn(4, 3))
        self.optimizer.zero_grad()
        send(out.mean(), **self.options)
        send(out.pow(2).mean())
        self.optimizer.step()
