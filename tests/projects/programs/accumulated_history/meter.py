import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.total = 0.0
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad()
            loss = self.net(torch.randn(4, 3)).pow(2).mean()
            loss.backward()
            # instead: self.total += loss.detach()
            self.total += loss  # expect: RTG204
            self.optimizer.step()
        print(float(self.total) / steps)
