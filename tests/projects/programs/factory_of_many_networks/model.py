"""A model of four networks, trained in turn."""

import torch

import networks


class Model:
    def __init__(self, options):
        make = (4, options.kind, options.norm, options.padding, options.dropout)
        self.forth = networks.define_network(*make)
        self.back = networks.define_network(*make)
        self.judge = networks.define_judge(4, options.judge, options.norm, options.padding, options.dropout)
        self.other_judge = networks.define_judge(4, options.judge, options.norm, options.padding, options.dropout)
        both = [*self.forth.parameters(), *self.back.parameters()]
        self.optimizer = torch.optim.Adam(both, lr=options.rate)
        judges = [*self.judge.parameters(), *self.other_judge.parameters()]
        self.judges_optimizer = torch.optim.Adam(judges, lr=options.rate)

    def train(self, x):
        there = self.forth(x)
        again = self.back(there)
        self.optimizer.zero_grad()
        loss = (again - x).pow(2).mean() + self.judge(there).mean() + self.other_judge(again).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        self.judges_optimizer.zero_grad()
        judged = self.judge(x) - self.judge(there.detach()) + self.other_judge(x) - self.other_judge(again.detach())
        judged.mean().backward()
        self.judges_optimizer.step()
