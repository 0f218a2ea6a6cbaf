"""`type(tensor)` makes other tensors: data without a graph, whatever is stored in them."""

import torch
from torch import nn


def find_advantages(rewards, values):
    kind = type(rewards)
    advantages = kind(rewards.size(0), 1)
    for i in reversed(range(rewards.size(0))):
        advantages[i] = rewards[i] - values[i]
    returns = values + advantages
    return (advantages - advantages.mean()) / advantages.std(), returns


def learn(critic, actor, optimizer, states, rewards, rounds):
    with torch.no_grad():
        values = critic(states)
    advantages, returns = find_advantages(rewards, values)
    for _ in range(rounds):
        loss = (critic(states) - returns).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        loss = (actor(states) * advantages).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def learn_from_values(critic, optimizer, states, rewards, rounds):
    advantages, returns = find_advantages(rewards, critic(states))
    for _ in range(rounds):
        loss = (critic(states) - returns).square().mean() + advantages.square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)


critic, actor = nn.Linear(2, 1), nn.Linear(2, 1)
optimizer = torch.optim.SGD([*critic.parameters(), *actor.parameters()], lr=0.1)
learn(critic, actor, optimizer, torch.randn(4, 2), torch.randn(4, 1), 3)
learn_from_values(critic, optimizer, torch.randn(4, 2), torch.randn(4, 1), 3)
