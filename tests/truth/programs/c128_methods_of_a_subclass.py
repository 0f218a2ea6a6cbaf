"""An inherited method calls those that only the subclass has: it, not they, is what a client calls, though its name is
mentioned for another object too. Each call runs its own forward."""

import torch
from torch import nn, optim


class Rounds:
    def update_critic(self, x):
        self.x = x
        self.fit_critic()

    def update_coder(self, x):
        self.x = x
        self.fit_coder()


class TwoStages(Rounds):
    def __init__(self):
        self.coder = nn.Linear(3, 3)
        self.critic = nn.Linear(3, 3)
        self.coder_optimizer = optim.SGD(self.coder.parameters(), lr=0.1)
        self.critic_optimizer = optim.SGD(self.critic.parameters(), lr=0.1)

    def code(self):
        self.h = self.coder(self.x)

    def score(self):
        self.s = self.critic(self.h)

    def backward_coder(self):
        self.coder_loss = (self.s * self.h).mean()
        self.coder_loss.backward(retain_graph=True)  # expect: RTG201

    def backward_critic(self):
        self.critic_loss = (self.s - self.h).square().mean()
        self.critic_loss.backward(retain_graph=True)  # expect: RTG201

    def fit_coder(self):
        self.code()
        self.score()
        self.coder.zero_grad()
        self.critic.zero_grad()
        self.backward_coder()
        self.coder_optimizer.step()
        self.critic_optimizer.step()

    def fit_critic(self):
        self.code()
        self.score()
        self.coder.zero_grad()
        self.critic.zero_grad()
        self.backward_critic()
        self.coder_optimizer.step()
        self.critic_optimizer.step()


class Steps:
    def train(self):
        self.coder.train()
        for _ in range(2):
            self.fit_critic()
            self.fit_coder()


class Stages(Steps):
    def __init__(self):
        self.coder = nn.Linear(3, 3)
        self.critic = nn.Linear(3, 3)
        self.coder_optimizer = optim.SGD(self.coder.parameters(), lr=0.1)
        self.critic_optimizer = optim.SGD(self.critic.parameters(), lr=0.1)

    def forward(self):
        self.x = torch.randn(4, 3)
        self.h = self.coder(self.x)
        self.s = self.critic(self.h)

    def backward_coder(self):
        (self.s * self.h).mean().backward(retain_graph=True)  # expect: RTG201

    def backward_critic(self):
        (self.s - self.x).square().mean().backward(retain_graph=True)  # expect: RTG201

    def fit_coder(self):
        self.forward()
        self.coder.zero_grad()
        self.critic.zero_grad()
        self.backward_coder()
        self.coder_optimizer.step()
        self.critic_optimizer.step()

    def fit_critic(self):
        self.forward()
        self.coder.zero_grad()
        self.critic.zero_grad()
        self.backward_critic()
        self.coder_optimizer.step()
        self.critic_optimizer.step()


trainer = eval("TwoStages")()
for name in ("update_critic", "update_coder", "update_critic"):
    getattr(trainer, name)(torch.randn(4, 3))
eval("Stages")().train()
