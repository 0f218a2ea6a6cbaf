"""Opaque code that is given a generated image cuts it off, in a pool of images, a penalty, a loss, a conversion."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.G, self.D = nn.Linear(2, 2), nn.Linear(2, 1)
        self.opt_g = torch.optim.SGD(self.G.parameters(), lr=0.1)
        self.opt_d = torch.optim.SGD(self.D.parameters(), lr=0.1)
        self.pool = eval("Pool")()
        self.losses = eval("Losses")(self.D)

    def train(self, batch):
        fake = self.G(batch["source"])
        loss = self.compare(fake, batch["real"])
        self.opt_d.zero_grad()
        loss.backward()
        self.opt_d.step()
        loss = self.D(fake).mean()
        self.opt_g.zero_grad()
        loss.backward()
        self.opt_g.step()


class Pooled(Trainer):
    def compare(self, fake, real):
        return self.D(real).mean() - self.D(self.pool.query(fake)).mean()


class Called(Trainer):
    def compare(self, fake, real):
        return self.D(real).mean() - self.D(self.pool(fake)).mean()


class Converted(Trainer):
    def compare(self, fake, real):
        return self.D(real).mean() - self.D(eval("as_image")(fake)).mean()


class Penalised(Trainer):
    def compare(self, fake, real):
        return self.D(real).mean() + eval("gradient_penalty")(self.D, real, fake)


class Lost(Trainer):
    def compare(self, fake, real):
        return self.losses.of_critic(real, fake)


class Given(Trainer):
    def compare(self, fake, real):
        return eval("critic_loss")(self.D, real, fake)


class Direct(Trainer):
    def compare(self, fake, real):
        return self.losses(real, fake)


class Pool:
    def query(self, image):
        return image.data.clone()

    __call__ = query


class Losses:
    def __init__(self, critic):
        self.critic = critic

    def of_critic(self, real, fake):
        return critic_loss(self.critic, real, fake)

    __call__ = of_critic


def as_image(image):
    return image.data.mul(255)


def critic_loss(critic, real, fake):
    return critic(real).mean() - critic(fake.detach()).mean()


def gradient_penalty(critic, real, fake):
    mixed = (real + fake.detach()).requires_grad_()
    (gradient,) = torch.autograd.grad(critic(mixed).square().sum(), mixed, create_graph=True)
    return gradient.square().mean()


def make_batches():
    return [{"source": torch.randn(3, 2), "real": torch.randn(3, 2)} for _ in range(2)]


def train(trainer):
    for batch in eval("make_batches()"):
        trainer.train(batch)


train(Pooled())
train(Called())
train(Converted())
train(Penalised())
train(Lost())
train(Given())
train(Direct())
