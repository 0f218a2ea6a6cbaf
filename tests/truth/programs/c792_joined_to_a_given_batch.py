"""A given batch and what a generator makes of it are joined, and both are taken out again by their places."""

import torch
from torch import nn

SOURCE, REAL, FAKE = 0, 1, 2


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(4, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)

    def train(self, batch):
        images = self.join(batch)
        real = torch.cat((images[SOURCE], images[REAL]), 1)
        fake = torch.cat((images[SOURCE], images[FAKE].detach()), 1)
        loss = self.D(real).mean() - self.D(fake).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        loss = self.D(torch.cat((images[SOURCE], images[FAKE]), 1)).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()


class Adding(Trainer):
    def join(self, batch):
        return batch + [self.G(batch[SOURCE])]


class Growing(Trainer):
    def join(self, batch):
        batch += [self.G(batch[SOURCE])]
        return batch


class Spreading(Trainer):
    def join(self, batch):
        return [*batch, self.G(batch[SOURCE])]


class Copying(Trainer):
    def join(self, batch):
        images = list(batch)
        images.append(self.G(batch[SOURCE]))
        return images


def make_batches():
    return [[torch.randn(3, 2), torch.randn(3, 2)] for _ in range(2)]


for trainer in (Adding(), Growing(), Spreading(), Copying()):
    for batch in eval("make_batches")():
        trainer.train(batch)
