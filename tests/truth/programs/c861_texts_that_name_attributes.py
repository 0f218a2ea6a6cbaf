"""Texts that name an optimiser or an attribute are evaluated: none of them runs the engine, so no retain is needed for it."""

import argparse
import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="SGD")
parser.add_argument("--shown", nargs="*", default=["loss"])
options = parser.parse_args([])


class Trainer:
    def __init__(self) -> None:
        self.net = nn.Linear(3, 1)
        self.first = eval(f"torch.optim.{options.optimizer}")(self.net.parameters(), lr=0.1)
        self.second = eval("torch.optim." + options.optimizer)(self.net.parameters(), lr=0.1)

    def train(self) -> None:
        for optimizer in (self.first, self.second):
            optimizer.zero_grad()
            self.loss = self.net(torch.rand(2, 3)).square().mean()
            self.loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()
            for name in options.shown:
                print("{} {:.4f}".format(name, eval("self." + name)))


trainer = Trainer()
for _ in range(2):
    trainer.train()
