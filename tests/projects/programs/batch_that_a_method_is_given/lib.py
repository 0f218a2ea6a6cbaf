"""Library code: the parts of a batch that a method is given are data, by its name, and so is what opaque code makes of loaders; what
a model has computed of one is no data."""

import torch
from hidden import Base
from torch.nn import functional


def mix(given, order):
    return given.mul(0.5).add(given[order], alpha=0.5)


class Trainer(Base):
    def iterate(self, data):
        given, target = data
        if self.mixes:
            given = mix(given, torch.randperm(given.size(0)))
        loss = self.loss_f(self.model(given), target)
        self.reporter.add(loss.detach())
        if self.trains:
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


class ResizingTrainer(Base):
    def train(self):
        self.size = self.helper.size
        for number in range(3):
            given, target = self.batches.next()
            given, target = self.helper.cut(given, target, self.size)
            loss = self.model(given, target)["total_loss"]
            self.optimizer.zero_grad()
            self.scaler.scale(loss).backward(retain_graph=True)  # expect: RTG201
            self.scaler.step(self.optimizer)
            self.scaler.update()
            if number % 2 == 0:
                self.size = self.helper.choose_size(self.train_loader, 1)


class Attack:
    def __init__(self, model, handler, inputs, targets):
        self.model, self.handler, self.inputs, self.targets = model, handler, inputs, targets

    def change(self, given, target):
        added = torch.zeros(given.shape, requires_grad=True)
        out = self.model(given + added)
        for _ in range(3):
            loss = functional.mse_loss(out, target)
            loss.backward(retain_graph=True)  # expect: RTG201
            added.data.add_(added.grad.sign() * 0.1)
            added.grad.data.zero_()
            out = self.model(given + added)

    def query(self, count):
        data = self.handler(self.inputs[:count], self.targets[:count], transform=None)
        for number in range(count):
            given, target = data[number]
            self.change(given, target)


class Learner:
    def __init__(self, mac):
        self.mac = mac
        self.optimizer = torch.optim.SGD(self.mac.parameters(), lr=0.1)

    def train(self, batch):
        mask = batch["filled"][:, :-1].float()
        mask[:, 1:] = mask[:, 1:] * 2
        mask = mask.unsqueeze(2).repeat(1, 1, 2, 1)
        for _ in range(3):
            loss = (self.mac(batch["given"]) * mask).sum() / mask.sum()
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()


class Supervisor:
    def __init__(self, model, loader, **options):
        self.model, self.loader = model, loader
        self.options = options.get("train")
        self.seen = self.options.get("seen", 0)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=self.options.get("lr", 0.1))

    def train(self):
        seen = len(self.loader) * self.seen
        for given, target in self.loader:
            loss = functional.mse_loss(self.model(given, seen), target)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # expect: RTG201
            self.optimizer.step()
            seen += 1


class Losses:
    def send(self, batch):
        batch["losses"][0].sum().backward(retain_graph=True)
        batch["losses"][1].sum().backward()
