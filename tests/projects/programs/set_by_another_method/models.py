"""What one method sends backward another one has built, by a method that it calls; nothing in the project calls both."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self.first = nn.Linear(4, 1)
        self.second = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.parameters(), lr=0.1)


class Needed(Base):
    def forward(self):
        self.code = self.encoder(self.batch)
        self.shifted = self.code + torch.randn(5, 4)

    def measure(self, batch):
        self.batch = batch
        self.forward()
        return float(self.code.norm())

    def update(self):
        self.optimizer.zero_grad()
        self.send_first()
        self.send_second()
        self.optimizer.step()

    def send_first(self):
        loss = self.first(self.code).mean()
        loss.backward(retain_graph=True)

    def send_second(self):
        loss = self.second(self.shifted).mean()
        loss.backward()


class NotNeeded(Base):
    def forward(self):
        self.code = self.encoder(self.batch)
        self.shifted = self.code.detach() + torch.randn(5, 4)

    def measure(self, batch):
        self.batch = batch
        self.forward()
        return float(self.code.norm())

    def update(self):
        self.optimizer.zero_grad()
        self.send_first()
        self.send_second()
        self.optimizer.step()

    def send_first(self):
        loss = self.first(self.code).mean()
        loss.backward(retain_graph=True)  # expect: RTG201

    def send_second(self):
        loss = self.second(self.shifted).mean()
        loss.backward()


class BuiltForEachUpdate(Base):
    def build(self, batch):
        self.code = self.encoder(batch)

    def update(self):
        loss = self.first(self.code).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class CalledByAFunction(Base):
    def forward(self):
        self.code = self.encoder(self.batch)
        self.shifted = self.code * 2

    def update(self):
        self.optimizer.zero_grad()
        self.send_first()
        self.send_second()
        self.optimizer.step()

    def send_first(self):
        loss = self.first(self.code).mean()
        loss.backward(retain_graph=True)

    def send_second(self):
        loss = self.second(self.shifted).mean()
        loss.backward()


def loop(model, batches):
    for batch in batches:
        model.batch = batch
        model.forward()
        model.update()
