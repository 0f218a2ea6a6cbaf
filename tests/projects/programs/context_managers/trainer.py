import torch
from torch import nn

from contexts import Timer, frozen


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
        self.judge = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD([*self.net.parameters(), *self.judge.parameters()], lr=0.1)
        self.timer = Timer()

    def step(self):
        with self.timer:
            out = self.net(torch.randn(4, 3))
            self.optimizer.zero_grad()
            self.judge(out).mean().backward(retain_graph=True)
        out.pow(2).mean().backward()
        self.optimizer.step()

    def step_frozen(self):
        with frozen(self.judge), Timer():
            self.optimizer.zero_grad()
            loss = self.judge(self.net(torch.randn(4, 3))).mean()
            loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
