"""A method that runs the engine is called under no_grad as well, where torch refuses its loss. That call is none of the program's: what
others of it retain is judged by itself."""

import torch
from torch import nn


class Loss:
    def __init__(self, net, turns):
        self.net = net
        self.turns = turns

    def find_direction(self, x):
        direction = torch.rand(2, 3)
        for _ in range(self.turns):
            direction.requires_grad_()
            (self.net(x + direction) ** 2).sum().backward(retain_graph=True)  # expect: RTG201
            direction = direction.grad
        return direction

    def take_twice(self, x):
        loss = (self.net(x) ** 2).sum()
        loss.backward(retain_graph=True)
        loss.backward()

    @torch.no_grad()
    def evaluate(self, x):
        return self.find_direction(x)

    @torch.no_grad()
    def evaluate_twice(self, x):
        return self.take_twice(x)


def train(loss, x):
    loss.find_direction(x)
    loss.take_twice(x)


loss = Loss(nn.Linear(3, 1), 2)
if torch.rand(1) > 2:
    loss.evaluate(torch.rand(2, 3))
    loss.evaluate_twice(torch.rand(2, 3))
train(loss, torch.rand(2, 3))
