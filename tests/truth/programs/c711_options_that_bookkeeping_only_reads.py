"""A costly method that only reads the options of its object leaves them what they are: one of two branches is taken again."""

import argparse
import itertools

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", type=int, default=1)
parser.add_argument("--epochs", type=int, default=3)


class Trainer:
    def __init__(self, args):
        self.args = args
        self.best = 0.0
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def score(self, epoch, values):
        total = 0.0
        for step, factor, value in itertools.product(range(9), (0.5, 1.0, 2.0, 4.0), values):
            if self.args.kind == 1:
                value = value * factor
            elif self.args.kind == 2:
                value = value + factor
            for limit in (8, 7, 6, 5, 4, 3, 2):
                if value > limit + step:
                    total += limit
                elif value > self.best:
                    self.best = value
            if step > epoch and value > self.args.epochs:
                total -= 1
        return total

    def train(self):
        for epoch in range(self.args.epochs):
            for _ in range(2):
                output = self.net(torch.randn(4, 2))
                if self.args.kind == 1:
                    loss = output.square().mean()
                elif self.args.kind == 2:
                    loss = output.abs().mean()
                self.optimizer.zero_grad()
                loss.backward(retain_graph=True)  # expect: RTG201
                self.optimizer.step()
            for factor in (1.0, 2.0, 3.0):
                print(epoch, self.score(epoch, [factor * loss.item(), 4 * loss.item()]))


Trainer(parser.parse_args([])).train()
