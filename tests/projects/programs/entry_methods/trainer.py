"""A trainer that nothing in the project drives: its public methods are its clients' entries."""
import torch
from torch import nn


class Trainer(object):
    def __init__(self, net, optimizer):
        self.net = net
        self.optimizer = optimizer
        self.first = nn.Linear(4, 1)
        self.second = nn.Linear(4, 1)

    def forward(self, batch):
        self.code = torch.tanh(self.net(batch))

    def backward_first(self):
        loss = self.first(self.code).mean()
        loss.backward(retain_graph=True)

    def backward_second(self):
        loss = self.second(self.code).mean()
        loss.backward()

    def step(self, batch):
        self.forward(batch)
        self.optimizer.zero_grad()
        self.backward_first()
        self.backward_second()
        self.optimizer.step()

    def step_first(self, batch):
        out = self.first(torch.tanh(self.net(batch)))
        loss = out.pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        self.optimizer.step()
