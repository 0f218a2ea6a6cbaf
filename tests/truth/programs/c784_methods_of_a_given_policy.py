"""What a method of a given policy makes leads to the policy's weights, by the critic that is given it."""

import torch
from torch import nn


class Agent:
    def __init__(self, actor, critic):
        self.actor = actor
        self.critic = critic
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.1)
        self.critic_optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def train_actor(self, states):
        actions = self.actor.select_action(states)
        size = torch.mean(self.actor.forward(states) ** 2)
        loss = -self.critic(states, actions).mean() + 1e-3 * size
        self.actor_optimizer.zero_grad()
        loss.backward()
        self.actor_optimizer.step()

    def train_critic(self, states, actions, target):
        loss = (self.critic(states, actions) - target).pow(2).mean()
        self.critic_optimizer.zero_grad()
        loss.backward()
        self.critic_optimizer.step()

    def update(self, states, actions, target):
        self.train_actor(states)
        self.train_critic(states, actions, target)


policy = nn.Linear(2, 1)
policy.select_action = lambda states: policy(states).tanh()
agent = eval("Agent")(eval("policy"), eval("nn.Bilinear")(2, 1, 1))
for _ in range(2):
    agent.update(torch.randn(4, 2), torch.randn(4, 1), torch.randn(4, 1))
