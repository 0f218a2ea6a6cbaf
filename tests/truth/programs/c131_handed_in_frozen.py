"""A model that a client hands in, and that no optimiser in sight uses, may be frozen, or trained by the
client: it is not said that its gradients are wasted."""

import torch
from torch import nn


def distil(student, teacher):
    state = teacher.state_dict()
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for _ in range(3):
        x = torch.randn(4, 3)
        loss = (student(x) - teacher(x)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return state


class Pair:
    def __init__(self, student, teacher):
        self.student = student
        self.teacher = teacher
        self.teacher.eval()
        self.optimizer = torch.optim.SGD(student.parameters(), lr=0.1)

    def fit(self):
        for _ in range(3):
            x = torch.randn(4, 3)
            loss = (self.student(x) - self.teacher(x)).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def make():
    return nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))


frozen = make()
for parameter in frozen.parameters():
    parameter.requires_grad = False
eval("distil")(make(), frozen)
eval("Pair")(make(), frozen).fit()
