"""What an actor puts into a list of other actions reaches its loss by the list as a whole, and the batch keeps its own."""

import torch
from torch import nn

AGENTS = 3
actor, critic = nn.Linear(2, 2), nn.Linear(2 * AGENTS, 1)
mixer = nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD([*critic.parameters(), *mixer.parameters()], lr=0.1)


class Batch:
    def __init__(self):
        self.states = [torch.randn(4, 2) for _ in range(AGENTS)]
        self.actions = [torch.randn(4, 2) for _ in range(AGENTS)]


def train_by_copies(batch, index):
    actions = list(batch.actions)
    actions[index] = actor(batch.states[index])
    loss = -critic(torch.cat([*actions], dim=-1)).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()


def train_by_elements(batch, index):
    actions = [action for action in batch.actions]
    actions[index] = actor(batch.states[index])
    loss = -critic(torch.cat([action.tanh() for action in actions], dim=-1)).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()


def train_by_parts(batch, index):
    actions = batch.actions[:]
    actions[index] = actor(batch.states[index])
    loss = -critic(torch.cat(actions, dim=-1)).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()


def train_by_sums(batch):
    actions = list(batch.actions)
    actions[0] = actor(batch.states[0])
    loss = -mixer(sum(actions)).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()


def train_critic(batch):
    loss = critic(torch.cat([*batch.actions], dim=-1)).pow(2).mean() + mixer(sum(batch.actions)).pow(2).mean()
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()


def update(batch, index):
    train_by_copies(batch, index)
    train_critic(batch)
    train_by_elements(batch, index)
    train_critic(batch)
    train_by_parts(batch, index)
    train_critic(batch)
    train_by_sums(batch)
    train_critic(batch)


for step in range(2):
    eval("update")(eval("Batch")(), step)
