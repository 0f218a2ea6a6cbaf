"""A call without gradients leaves data, flags and what it has stored of graphs that were there; later ones are not followed."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.total = 0.0

    def update(self, value):
        self.total += value


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.again = False
        self.turn = 0
        self.kept = []

    def evaluate(self, x):
        self.net.eval()
        meter = Meter()
        with torch.no_grad():
            for part in x:
                meter.update(self.net(part).item())
        self.net.train()
        return meter.total

    @torch.no_grad()
    def judge(self):
        self.turn += 1
        self.again = self.turn > 2

    @torch.no_grad()
    def take(self):
        return self.kept.pop() if self.kept else None


batches = torch.randn(4, 2, 3)
trainer = Trainer()
optimizer = torch.optim.SGD(trainer.net.parameters(), lr=0.1)
for x in batches:
    loss = trainer.net(x).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    trainer.evaluate(x)

for x in batches:
    loss = trainer.net(x).mean()
    loss.backward(retain_graph=True)
    trainer.judge()
    if trainer.again:
        (loss * 2).backward()

for x in batches:
    loss = trainer.net(x).mean()
    loss.backward(retain_graph=True)
    taken = trainer.take()
    if taken is not None:
        taken.backward()
    trainer.kept.append(loss * loss)
