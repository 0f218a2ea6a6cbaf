"""What an opaque callee makes of a generated and of a real image has parts that hang on one of them alone."""

from types import SimpleNamespace

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(2, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)

    def train(self, batch):
        fake = self.G(batch["source"])
        loss = -self.D(self.pick(fake, batch["real"])).mean()
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        loss = self.D(fake).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()


class Unpacking(Trainer):
    def pick(self, fake, real):
        flipped, other = eval("flip_both")(fake, real)
        return other


class Numbering(Trainer):
    def pick(self, fake, real):
        return eval("flip_both")(fake, real)[1]


class Naming(Trainer):
    def pick(self, fake, real):
        return eval("Bag")(fake=fake, other=real)["other"]


class Asking(Trainer):
    def pick(self, fake, real):
        return eval("SimpleNamespace")(fake=fake, other=real).other


class Spreading(Trainer):
    def pick(self, fake, real):
        return eval("Bag")({"fake": fake, "other": real})["other"]


class Merging(Trainer):
    def pick(self, fake, real):
        return eval("Bag")({"fake": fake}, **eval("name_it")(real))["other"]


class Popping(Trainer):
    def pick(self, fake, real):
        bag = eval("Bag")({**eval("name_it")(real), "fake": fake})
        bag.pop("fake")
        return bag.get("other")


class Looping(Trainer):
    def pick(self, fake, real):
        for pair in eval("pair_up")(fake, real):
            _, other = pair
        return other


class Bag(dict):
    pass


def name_it(real):
    return {"other": real}


def flip_both(one, two):
    return one.flip(1), two.flip(1)


def pair_up(one, two):
    return [(one, two)]


def make_batches():
    return [{"source": torch.randn(3, 2), "real": torch.randn(3, 2)} for _ in range(2)]


def train(trainer):
    for batch in eval("make_batches()"):
        trainer.train(batch)


train(Unpacking())
train(Numbering())
train(Naming())
train(Asking())
train(Spreading())
train(Merging())
train(Popping())
train(Looping())
