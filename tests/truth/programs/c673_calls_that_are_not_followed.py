"""What code that is not followed leaves behind: helpers without gradients, evaluations, optimisers and models handed on."""

import functools

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.0), nn.Tanh())
        self.seen, self.best, self.last = 0, None, torch.zeros(2)

    def forward(self, x):
        return self.body(x)

    @torch.no_grad()
    def evaluate(self, batches):
        self.eval()
        scores = [self(batch).mean() for batch in batches]
        self.seen += len(scores)
        self.best = scores[0]
        return {"first": scores[0], "all": scores}

    @torch.no_grad()
    def keep(self, h):
        self.last = h
        return h

    @torch.no_grad()
    def grow(self):
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())


class Sender:
    def __init__(self, optimizer, model):
        self.optimizer, self.model = optimizer, model

    def send(self, loss):
        loss.backward()
        self.optimizer.step()


def update(run, model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    stepper = functools.partial(optimizer.step)
    for batch in batches:
        optimizer.zero_grad()
        model(batch).mean().backward()
        run(stepper)
        run([optimizer.step])
        run(Sender(optimizer, model).optimizer.step)


def call(function):
    return [one() for one in function] if isinstance(function, list) else function()


net = Net()
x, batches = torch.randn(4, 2), torch.randn(3, 4, 2)
globals()["up" + "date"](call, net, batches)
for _ in range(2):
    told = net.evaluate(batches)
    net.train()
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    (kept * told["first"]).mean().backward()
    again = net.keep(kept)
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    net.keep(kept)
    net.last.mean().backward()
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    net.grow()
    kept.mean().backward()
    net(x).sum().backward(retain_graph=True)  # expect: RTG201
