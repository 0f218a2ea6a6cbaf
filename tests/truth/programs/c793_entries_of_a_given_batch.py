"""What a generator makes is put into the dictionary that a step is given, and taken out of it again by its key."""

from types import SimpleNamespace

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(4, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)

    def train(self, batch):
        images = self.join(batch)
        real = torch.cat((images["source"], images["real"]), 1)
        fake = torch.cat((images["source"], images["fake"].detach()), 1)
        loss = self.D(real).mean() - self.D(fake).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        loss = self.D(torch.cat((images["source"], images["fake"]), 1)).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()


class Updating(Trainer):
    def join(self, batch):
        batch.update({"fake": self.G(batch["source"])})
        return batch


class Naming(Trainer):
    def join(self, batch):
        batch.update(fake=self.G(batch["source"]))
        return batch


class Merging(Trainer):
    def join(self, batch):
        return batch | {"fake": self.G(batch["source"])}


class Growing(Trainer):
    def join(self, batch):
        batch |= {"fake": self.G(batch["source"])}
        return batch


class Wrapping(Trainer):
    def join(self, batch):
        named = SimpleNamespace(**batch, fake=self.G(batch["source"]))
        return {"source": named.source, "real": named.real, "fake": named.fake}


def make_batches():
    return [{"source": torch.randn(3, 2), "real": torch.randn(3, 2)} for _ in range(2)]


def train(trainer):
    for batch in eval("make_batches()"):
        trainer.train(batch)


train(Updating())
train(Naming())
train(Merging())
train(Growing())
train(Wrapping())
