import torch
from agents.core import Agent
from torch import nn


class Adversarial(Agent):
    def __init__(self, features: int, rate: float) -> None:
        self.net = nn.Linear(features, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=rate)

    def update(self, batches: list[torch.Tensor]) -> None:
        for batch in batches:
            self.update_critic(batch)

    def update_critic(self, batch: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        self.take_step(self.net(batch).square().mean(), self.optimizer, self.net)
