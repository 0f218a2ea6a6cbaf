"""What an actor puts into the batch's own list of actions is still there when the critic is trained on it."""

import torch
from torch import nn

AGENTS = 3
actor, critic = nn.Linear(2, 2), nn.Linear(2 * AGENTS, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


class Batch:
    def __init__(self):
        self.states = [torch.randn(4, 2) for _ in range(AGENTS)]
        self.actions = [torch.randn(4, 2) for _ in range(AGENTS)]


def train_actor(batch, index):
    actions = batch.actions
    actions[index] = actor(batch.states[index]).tanh()
    loss = -critic(torch.cat(actions, dim=-1)).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()


def train_critic(batch):
    loss = critic(torch.cat(batch.actions, dim=-1)).pow(2).mean()
    critic_optimizer.zero_grad()
    loss.backward()  # expect: RTG101
    critic_optimizer.step()


def update(batch, index):
    train_actor(batch, index)
    train_critic(batch)


eval("update")(eval("Batch")(), 1)
