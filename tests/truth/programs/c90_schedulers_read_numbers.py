"""A scheduler is given a loss and takes it as a number: it keeps no graph."""

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR, ReduceLROnPlateau

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
plateau = ReduceLROnPlateau(optimizer, patience=1)
warmup = LambdaLR(optimizer, lr_lambda=lambda epoch: 1.0)


class Trainer:
    def __init__(self):
        self.schedulers = [ReduceLROnPlateau(optimizer)]

    def adjust(self, loss):
        for scheduler in self.schedulers:
            scheduler.step(loss)


class Keeper:
    def step(self, loss):
        self.best = loss


def compute_loss():
    return net(torch.randn(6, 2)).square().mean()


trainer, keeper = Trainer(), Keeper()
for step in range(3):
    optimizer.zero_grad()
    one = compute_loss()
    one.backward(retain_graph=True)  # expect: RTG201
    plateau.step(one)
    two = compute_loss()
    two.backward(retain_graph=True)  # expect: RTG201
    trainer.adjust(two)
    three = compute_loss()
    three.backward(retain_graph=True)
    plateau.step(three)
    three.backward()
    four = compute_loss()
    four.backward(retain_graph=True)
    keeper.step(four)
    keeper.best.backward()
    optimizer.step()
    warmup.step()
