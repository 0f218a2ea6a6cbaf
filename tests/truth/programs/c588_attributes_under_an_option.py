"""What a forward pass leaves on its object under an option, and the losses read under that option alone, is not entered again by a
later update, however many options there are; what is read without it may be."""

import torch
from torch import nn


class Model:
    def __init__(self, options):
        self.options = options
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def set_input(self, batch):
        self.real = batch

    def forward(self):
        self.fake = self.net(self.real)
        if self.options.mirrored:
            self.mirror = self.net(-self.real)

    def find_loss(self):
        loss = self.fake.square().mean()
        if self.options.margin:
            loss = loss + self.fake.abs().mean()
        if self.options.centre:
            loss = loss + (self.net(self.fake) - self.fake).square().mean()
        if self.options.sphere > 0:
            loss = loss + self.options.sphere * self.fake.exp().mean()
        if self.options.circle:
            loss = loss + self.fake.sin().square().mean()
        for weight, power in zip(self.options.weights, self.options.powers):
            if weight > 0:
                loss = loss + weight * self.net(self.fake).pow(power).mean()
        if self.options.lifted:
            loss = loss + (self.fake - self.fake.mean()).abs().mean()
        if self.options.mirrored and self.options.sphere > 0:
            loss = loss + self.mirror.square().mean()
        return loss

    def update(self):
        self.forward()
        self.optimizer.zero_grad()
        self.loss = self.find_loss()
        self.loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


class Keeper:
    def __init__(self, options):
        self.options = options
        self.net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())

    def update(self, batch, turn):
        if self.options.first == turn:
            self.kept = self.net(batch)
        if self.options.last != turn:
            loss = self.kept.square().mean() + self.net(batch).square().mean()
            loss.backward(retain_graph=True)


exec("""
class Options:
    margin = centre = circle = lifted = mirrored = True
    sphere, first, last = 0.5, 0, 9
    weights, powers = (1.0, 0.0, 2.0), (2, 3, 4)

model, keeper = Model(Options), Keeper(Options)
for turn, batch in enumerate(torch.randn(3, 4, 2)):
    model.set_input(batch)
    model.update()
    keeper.update(batch, turn)
""")
