"""A costly method that sets an option of its object, or fills what it holds, decides which graph is entered again."""

import argparse
import collections
import itertools
import os

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--again", type=int, default=0)


def switch(args):
    args.again = 1


class Trainer:
    def __init__(self, args, seen):
        self.args, self.seen, self.kind = args, seen, os.environ.get("NO_SUCH_KIND", "a")
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))

    def score(self, values, change):
        total = 0.0
        for step, factor, value in itertools.product(range(9), (0.5, 1.0, 2.0, 4.0), values):
            for limit in (8, 7, 6, 5, 4, 3, 2):
                if value > limit + step:
                    total += limit
                elif value > factor:
                    total += factor
                elif value < -limit:
                    total -= limit
        if change:
            switch(self.args)
            self.seen.append(total)
            self.kind = "b"
        return total

    def train(self):
        losses = [self.net(torch.randn(4, 2)).square().mean() for _ in range(3)]
        numbers = [loss.item() for loss in losses]
        for _ in range(2):
            print(self.score(numbers, False), self.score(numbers, False), self.score(numbers, False))
        losses[0].backward(retain_graph=True)
        losses[1].backward(retain_graph=True)
        losses[2].backward(retain_graph=True)
        if not self.args.again and not self.seen and self.kind == "a":
            print(self.score(numbers, True))
            if self.args.again:
                losses[0].backward()
            if self.seen:
                losses[1].backward()
            if self.kind == "b":
                losses[2].backward()


Trainer(parser.parse_args([]), collections.deque()).train()
