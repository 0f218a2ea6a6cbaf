"""A loop that one class runs is inherited by another one, whose own method it calls: no other caller keeps what that returns."""

import torch
from torch import nn


class Trainer:
    def __init__(self, net, logger):
        self.net, self.logger = net, logger
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def compute_loss(self, x, y):
        raise NotImplementedError

    def train(self, batches):
        for x, y in batches:
            loss, out = self.compute_loss(x, y)
            self.optimizer.step()
            self.logger.log_images(loss, out)


class Regression(Trainer):
    def compute_loss(self, x, y):
        out = self.net(x)
        loss = nn.functional.mse_loss(out, y)
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        return loss.item(), out


class Bounded(Regression):
    def compute_loss(self, x, y):
        out = torch.tanh(self.net(x))
        loss = nn.functional.l1_loss(out, y)
        self.optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        return loss.item(), out


class Refined(Trainer):
    def compute_loss(self, x, y):
        out = torch.tanh(self.net(x))
        self.optimizer.zero_grad()
        nn.functional.l1_loss(out, y).backward(retain_graph=True)
        return nn.functional.mse_loss(out, y), out

    def train(self, batches):
        for x, y in batches:
            loss, out = self.compute_loss(x, y)
            loss.backward()
            self.optimizer.step()


def run(net, logger, batches):
    Bounded(net, logger).train(batches)


exec("""
class Logger:
    def log_images(self, loss, out):
        print(loss, out.mean().item())

batches = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)]
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
run(net, Logger(), batches)
Regression(net, Logger()).train(batches)
Refined(net, Logger()).train(batches)
""")
