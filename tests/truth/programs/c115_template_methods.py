"""A method of a base class hands its results to what subclasses override: there a retain may serve what was built before."""

import torch
from torch import nn


class Learner:
    def __init__(self, embed):
        self.embed = embed
        self.actor = nn.Linear(3, 1)
        self.critic = nn.Linear(3, 1)
        parameters = [*embed.parameters(), *self.actor.parameters(), *self.critic.parameters()]
        self.opt = torch.optim.SGD(parameters, lr=0.1)

    def run(self, batches):
        for x in batches:
            self.opt.zero_grad()
            self.learn(self.embed(x))
            self.opt.step()

    def learn(self, hidden):
        raise NotImplementedError


class Apart(Learner):
    def learn(self, hidden):
        self.actor(hidden).exp().mean().backward(retain_graph=True)
        self.critic(hidden).square().mean().backward()


class Cut(Learner):
    def learn(self, hidden):
        hidden = hidden.detach()
        self.actor(hidden).exp().mean().backward(retain_graph=True)  # expect: RTG201
        self.critic(hidden).square().mean().backward()


for name in ("Apart", "Cut"):
    eval(name)(nn.Sequential(nn.Linear(3, 3), nn.Tanh())).run([torch.randn(4, 3) for _ in range(2)])
