import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(4, 4)
        self.step = 0

    def train(self):
        while self.step < 9:
            self.step += 1
            with torch.no_grad():
                print(self.net(torch.randn(2, 4)).norm())
            self.net(torch.randn(2, 4)).norm().backward(retain_graph=True)
        loss = self.net(torch.randn(2, 4)).norm()
        loss.backward()
        loss.backward()


Trainer().train()
