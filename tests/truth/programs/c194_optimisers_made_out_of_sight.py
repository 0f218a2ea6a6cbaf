"""What unseen code makes of parameters, and is told to step, trains them."""

import pydoc

import torch
from torch import nn

build = pydoc.locate("torch.optim.SGD")
wrap = eval("lambda model: torch.optim.SGD(model.parameters(), lr=0.1)")


class Pair:
    def __init__(self):
        self.maker = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
        self.judge = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
        self.opt_judge = torch.optim.SGD(self.judge.parameters(), lr=0.1)
        self.opt_maker = build(self.maker.parameters(), 0.1)

    def train(self):
        self.opt_judge.zero_grad()
        self.judge(self.maker(torch.randn(5, 2))).mean().backward()
        self.opt_judge.step()
        self.opt_maker.step()
        self.maker.zero_grad()


def of_a_model():
    maker, judge = nn.Linear(2, 3), nn.Linear(3, 1)
    opt_judge, opt_maker = torch.optim.SGD(judge.parameters(), lr=0.1), wrap(maker)
    for _ in range(3):
        opt_judge.zero_grad()
        opt_maker.zero_grad()
        judge(maker(torch.randn(5, 2))).mean().backward()
        opt_judge.step()
        opt_maker.step()


pair = Pair()
start = pair.maker[0].weight.detach().clone()
for _ in range(3):
    pair.train()
assert not torch.equal(pair.maker[0].weight, start)
of_a_model()
