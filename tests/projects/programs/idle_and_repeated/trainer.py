import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net, self.other = nn.Linear(3, 1), nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.other_optimizer = torch.optim.SGD(self.other.parameters(), lr=0.1)

    def send_back(self):
        self.optimizer.zero_grad()
        self.other_optimizer.zero_grad()
        batch = torch.randn(4, 3)
        # instead: (self.net(batch).mean() + self.other(batch).mean()).backward()
        self.net(batch).mean().backward()

    def step(self):
        self.send_back()
        self.optimizer.step()
        self.other_optimizer.step()  # expect: RTG303
