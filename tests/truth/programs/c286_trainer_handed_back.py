"""A trainer is handed back with its last loss on it, which nobody but its own method sends backward; a result is handed back to be
sent backward."""

from dataclasses import dataclass

import torch
from torch import nn


class Trainer:
    def __init__(self, net):
        self.net, self.history = net, []
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def fit(self, xs):
        for x in xs:
            self.loss = self.net(x).square().mean()
            self.optimizer.zero_grad()
            self.loss.backward(retain_graph=True)  # expect: RTG201
            self.history.append(self.loss.item())
            self.optimizer.step()
        return self


def train(net, xs):
    trainer = Trainer(net)
    trainer.fit(xs)
    return trainer, len(xs)


@dataclass
class Result:
    loss: torch.Tensor


def judge(net, x):
    loss = net(x).square().mean()
    loss.backward(retain_graph=True)
    return Result(loss)


class Stepwise:
    def __init__(self, net):
        self.net = net

    def begin(self, x):
        self.total = self.net(x).abs().mean()
        self.total.backward(retain_graph=True)

    def end(self):
        self.total.backward()


def begin(net, x):
    stepwise = Stepwise(net)
    stepwise.begin(x)
    return stepwise


exec("""
train(nn.Linear(2, 1), torch.randn(3, 4, 2))
judge(nn.Linear(2, 1), torch.randn(4, 2)).loss.backward()
begin(nn.Linear(2, 1), torch.randn(4, 2)).end()
""")
