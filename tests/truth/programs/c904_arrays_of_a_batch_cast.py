"""What has a method `astype` is an array, and no tensor that may hang on a graph."""

import torch
from torch import nn


class Agent:
    def __init__(self, options):
        self.critic = nn.Linear(3, 1)
        self.twin = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam([*self.critic.parameters(), *self.twin.parameters()], lr=options["lr"])

    def update(self, batch):
        states = torch.Tensor(batch["states"])
        done = torch.Tensor(batch["done"].astype("float32"))
        target = torch.Tensor(batch["rewards"]) * (1.0 - done)
        loss = (self.critic(states) - target).pow(2).mean()
        twin_loss = (self.twin(states) - target).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        twin_loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()


exec("""
import numpy
agent = Agent({"lr": 0.1})
for _ in range(2):
    batch = {"states": numpy.ones((2, 3)), "done": numpy.zeros((2, 1), dtype=bool), "rewards": numpy.ones((2, 1))}
    agent.update(batch)
""")
