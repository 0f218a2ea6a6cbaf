"""c991: each update makes what the next one uses, and a batch may be used twice: what came before the last one is gone."""

import torch
from torch import nn


class Agent:
    def __init__(self) -> None:
        self.net = nn.Linear(3, 1)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer = torch.optim.SGD([*self.net.parameters(), self.log_alpha], lr=0.1)
        self.alpha = self.log_alpha.exp()

    def update(self, batch: torch.Tensor) -> None:
        loss = (self.alpha * self.net(batch)).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
        self.alpha = self.log_alpha.exp()


agent = Agent()
for batch in torch.rand(4, 2, 3):
    if batch.sum() > 1.0:
        agent.update(batch)
        if batch.sum() > 2.0:
            agent.update(batch)
