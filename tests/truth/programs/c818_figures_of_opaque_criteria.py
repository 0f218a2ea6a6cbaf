"""Opaque code logs figures of what was retained: criteria, and methods that add to a log, differentiate nothing."""

import torch
from torch import nn


class Log:
    def __init__(self, criteria):
        self.loss_funcs, self.totals = criteria, [0] * len(criteria)

    def update(self, out, target):
        with torch.no_grad():
            for i in range(len(self.totals)):
                self.totals[i] += self.loss_funcs[i](out, target).item()


def train(net, criteria, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    log = Log(criteria)
    for x, y in batches:
        out = net(x)
        loss = nn.functional.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        log.update(out, y)


def train_with_log(net, losses, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        out = net(x)
        loss = nn.functional.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        losses.add_losses(out, y)


def train_with_penalties(net, criterion, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        x.requires_grad_()
        out = net(x)
        loss = nn.functional.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        print(criterion(net, out, x))
        optimizer.step()


def train_with_added_penalty(net, helpers, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        x.requires_grad_()
        out = net(x)
        loss = nn.functional.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        print(helpers.add_penalty(1.0, out, x))
        optimizer.step()


exec("""
class Losses:
    def add_losses(self, out, y):
        print(nn.functional.l1_loss(out, y).item())

def penalty(net, out, x):
    return torch.autograd.grad(out.sum(), x)[0].norm().item()

class Helpers:
    def add_penalty(self, total, out, x):
        return total + torch.autograd.grad(out.sum(), x)[0].norm().item()

batches = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)]
train(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), [nn.L1Loss(), nn.SmoothL1Loss()], batches)
train_with_log(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), Losses(), batches)
train_with_penalties(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), penalty, batches)
train_with_added_penalty(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), Helpers(), batches)
""")
