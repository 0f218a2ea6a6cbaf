"""What a text names is sent backward: it goes through a graph that was retained for it."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--other", default="second")
options = parser.parse_args([])


class Trainer:
    def __init__(self) -> None:
        self.net = nn.Linear(3, 3)
        self.first = self.second = torch.zeros(())

    def compute(self) -> None:
        hidden = self.net(torch.rand(2, 3)).tanh()
        self.first, self.second = hidden.sum(), hidden.square().sum()

    def train(self) -> None:
        self.compute()
        self.first.backward(retain_graph=True)
        eval(f"self.{options.other}").backward()


Trainer().train()
