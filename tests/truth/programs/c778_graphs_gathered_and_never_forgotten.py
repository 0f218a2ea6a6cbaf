"""A method that goes back through what another one has gathered, once it is enough, and leaves it there."""

import torch
from torch import nn


class Actor:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.chances = []

    def act(self, state):
        self.chances.append(self.net(state).sigmoid().log())

    def learn(self):
        if len(self.chances) < 3:
            return
        loss = -torch.cat(self.chances).sum()
        loss.backward()  # expect: RTG102


actor = eval("Actor")()
for _ in range(7):
    actor.act(torch.rand(1, 2))
    actor.learn()
