"""An optimiser that is made and never steps: what else has a step is none."""

import torch
from torch import nn


class World:
    def step(self, action):
        return action


def play(env, actions):
    return [env.step(action) for action in actions]


def watch():
    return environment.step(0)


class Player:
    def __init__(self, env):
        self.env = env

    def act(self):
        return self.env.step(0)


environment = World()
G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
optimizer_G = torch.optim.SGD(G.parameters(), lr=0.1)
optimizer_D = torch.optim.SGD(D.parameters(), lr=0.1)
for z in torch.randn(3, 4, 2):
    optimizer_D.zero_grad()
    loss = D(G(z)).mean()
    loss.backward()  # expect: RTG301
    optimizer_D.step()
