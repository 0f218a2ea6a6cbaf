import torch
from torch import nn


class Agent:
    def __init__(self):
        self.cell = nn.RNNCell(3, 4)
        self.optimizer = torch.optim.SGD(self.cell.parameters(), lr=0.0)
        self.hidden = torch.zeros(1, 4)

    def act(self, observation):
        self.hidden = self.cell(observation, self.hidden)
        return self.hidden.sum()

    def learn(self):
        loss = self.act(torch.randn(1, 3))
        self.optimizer.zero_grad()
        loss.backward()  # expect: RTG102
        self.optimizer.step()
