"""What computes figures of the outputs, by the name of the list that it stands in, does not send them backward. (The trainer is
driven by hidden code.)"""

import torch
from torch import nn


class Tracker:
    def __init__(self):
        self.total = {}

    def update(self, name, value):
        self.total[name] = value


class Trainer:
    def __init__(self, model, criterion, metric_ftns, optimizer, data_loader):
        self.model, self.criterion, self.metric_ftns = model, criterion, metric_ftns
        self.optimizer, self.data_loader = optimizer, data_loader
        self.train_metrics = Tracker()

    def train(self):
        self.model.train()
        for data, target in self.data_loader:
            self.optimizer.zero_grad()
            output = self.model(data)
            loss = self.criterion(output, target)
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            self.train_metrics.update("loss", loss.item())
            for metric in self.metric_ftns:
                self.train_metrics.update(metric.__name__, metric(output, target))


class Combined:
    def __init__(self, model, losses, optimizer):
        self.model, self.losses, self.optimizer = model, losses, optimizer

    def step(self, data, target):
        self.optimizer.zero_grad()
        output = self.model(data)
        output.square().mean().backward(retain_graph=True)
        for loss in self.losses:
            loss(output, target)
        self.optimizer.step()


def accuracy(output, target):
    return (output.argmax(1) == target).float().mean()


def penalty(output, target):
    nn.functional.cross_entropy(output, target).backward()


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
batches = [(torch.rand(5, 3), torch.zeros(5).long()) for _ in range(2)]
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
eval("Trainer")(net, nn.CrossEntropyLoss(), [accuracy], sgd, batches).train()
eval("Combined")(net, [penalty], sgd).step(*batches[0])
