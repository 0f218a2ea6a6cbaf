import torch
from torch import nn

from wrappers import repeat, timed


class Trainer:
    def __init__(self):
        self.teacher = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.student = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=0.1)
        self.batch = torch.randn(4, 3)
        self.target = self.make_target()

    @torch.no_grad()
    def make_target(self):
        return self.teacher(self.batch)

    @timed
    def step(self):
        self.optimizer.zero_grad()
        loss = (self.student(self.batch) - self.target).pow(2).mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()

    @repeat(2)
    def send_back(self, loss):
        loss.backward()  # expect: RTG102

    def step_twice(self):
        self.send_back(self.student(self.batch).pow(2).sum())
