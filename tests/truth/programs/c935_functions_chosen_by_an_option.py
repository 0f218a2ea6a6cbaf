"""Functions and methods that an option chooses: each cuts the graph where it is asked to, whichever it is."""

import sys
from functools import partial

import torch
from torch import nn


def cut_first(kind):
    def plain(x, cut=False):
        return x.detach() if cut else x

    def shifted(x, cut=False):
        if cut:
            x = x.detach()
        return x + 1

    return shifted if kind == "shifted" else plain


class Scorer(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.layer = nn.Linear(4, 1)
        self.score = self.clipped if wide else self.straight

    def straight(self, x, cut):
        return self.layer(x.detach() if cut else x)

    def clipped(self, x, cut):
        return self.layer(x.detach() if cut else x).tanh()

    def forward(self, x, cut=False):
        return self.score(x, cut)


def scale(x, by):
    return x * by


def weigh(x, by):
    return x / by


wide = "--wide" in sys.argv
prepare = cut_first(sys.argv[-1])
change = partial(scale, by=2.0) if wide else partial(weigh, by=0.5)
generator, critic = nn.Linear(4, 4), Scorer(wide)
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for x in torch.randn(3, 2, 4):
    fake = change(generator(x))
    critic_optimizer.zero_grad()
    critic(prepare(fake, cut=True)).mean().backward(retain_graph=True)  # expect: RTG201
    critic(fake, cut=True).mean().backward(retain_graph=True)  # expect: RTG201
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    critic(prepare(fake)).mean().neg().backward(retain_graph=True)
    critic(fake).mean().neg().backward()
    generator_optimizer.step()
