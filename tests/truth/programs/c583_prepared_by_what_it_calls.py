"""A method that prepares its object itself needs no other one before it: to be called after an update whose last act froze the
critic, `prepare` would have no graph but that of what it is given."""

import torch
from torch import nn


class Model:
    def __init__(self, options):
        self.options = options
        self.generator, self.critic = nn.Linear(2, 2), nn.Linear(2, 1)
        self.optimizers = [torch.optim.SGD(net.parameters(), lr=0.1) for net in (self.generator, self.critic)]

    def prepare(self, data):
        self.set_input(data)
        self.forward()
        self.critic_loss().backward(retain_graph=True)  # expect: RTG201
        self.generator_loss().backward(retain_graph=True)  # expect: RTG201
        self.sampler = nn.Linear(2, 2)
        self.optimizers.append(torch.optim.SGD(self.sampler.parameters(), lr=0.1))

    def update(self):
        self.forward()
        self.freeze(False)
        self.optimizers[1].zero_grad()
        self.loss = self.critic_loss()
        self.loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizers[1].step()
        self.freeze(True)
        self.optimizers[0].zero_grad()
        self.loss = self.generator_loss()
        self.loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizers[0].step()

    def freeze(self, frozen):
        for parameter in self.critic.parameters():
            parameter.requires_grad = not frozen

    def set_input(self, data):
        self.real, self.noise = data["real"], data["noise"]

    def forward(self):
        self.fake = self.generator(self.noise)

    def critic_loss(self):
        self.loss = self.critic(self.fake.detach()).square().mean() - self.critic(self.real).square().mean()
        return self.loss

    def generator_loss(self):
        self.loss = self.critic(self.fake).square().mean() + (self.sampler_of()(self.fake) - self.real).square().mean()
        return self.loss

    def sampler_of(self):
        return getattr(self, "sampler", nn.Identity())


exec("""
model = Model(None)
for turn in range(3):
    data = {"real": torch.randn(4, 2), "noise": torch.randn(4, 2)}
    if turn == 0:
        model.prepare(data)
    model.set_input(data)
    model.update()
""")
