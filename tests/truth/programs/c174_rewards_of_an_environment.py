"""A sum of what an object gives out whose class derives from code out of sight: they may be numbers, and are here."""

import random

import torch
from torch import nn


class Game(random.Random):
    def describe(self) -> str:
        return "draws a card"


game = Game()
policy = nn.Linear(1, 1)
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
score = 0.0
rewards = []

for _ in range(3):
    reward = game.gauss(0.0, 1.0)
    score += reward
    rewards.append(reward)
    optimizer.zero_grad()
    policy(torch.ones(1)).sum().backward()
    optimizer.step()
print(score, rewards)
