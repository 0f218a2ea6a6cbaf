"""The methods that this file calls leave the inputs as they are; others may learn them, too."""

import torch


class Screen:
    def __init__(self, owner):
        self.owner = owner

    def flush(self):
        self.owner.shown.backward()


class Sampler:
    def __init__(self, net):
        self.net, self.screen = net, Screen(self)

    def simulate(self, x, learn_input=False, keep=False, remember=False):
        u = torch.zeros_like(x, requires_grad=learn_input)
        kept = []
        if learn_input:
            optimizer = torch.optim.SGD([u], lr=0.1)
        for _ in range(2):
            if learn_input:
                optimizer.zero_grad()
                energy = (self.net(x) * u).square().sum()
                energy.backward(retain_graph=True)  # expect: RTG201
                optimizer.step()
            if keep:
                score = self.net(x).exp().sum()
                score.backward(retain_graph=True)
                kept.append(score)
        if remember:
            self.score = self.net(x).exp().sum()
            self.score.backward(retain_graph=True)
        return x, kept

    def show(self, x, late=False):
        if late:
            self.shown = self.net(x).exp().sum()
            self.shown.backward(retain_graph=True)
        return x

    def show_freely(self, x):
        return self.show(x)

    def finish(self):
        self.score.backward()

    def run_freely(self, x):
        return self.simulate(x)[0]
