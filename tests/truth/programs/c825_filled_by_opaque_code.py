"""An empty list or dictionary is handed to opaque code, which fills it with what hangs on the graph: the call after the loop
over it needs what was retained. What is appended to a running mean that the function reads again is no mere figure."""

import torch
from torch import nn


def train_list(net, fill, batches):
    for batch in batches:
        found, out = [], net(batch)
        fill(found, out)
        out.exp().mean().backward(retain_graph=True)
        for part in found:
            part.square().mean().backward()


def train_dictionary(net, fill, batches):
    for batch in batches:
        found, out = {}, net(batch)
        fill(found, out)
        out.exp().mean().backward(retain_graph=True)
        found["part"].square().mean().backward()


def train_sum(net, losses, batches):
    for batch in batches:
        loss = net(batch).exp().mean()
        loss.backward(retain_graph=True)
        losses.update(loss, 2.0)
        losses.total.backward()


def train_mean(net, losses, batches):
    for batch in batches:
        loss = net(batch).exp().mean()
        loss.backward(retain_graph=True)
        losses.update(loss, 2.0)
        losses.mean.backward()


exec("""
class Losses:
    def update(self, loss, weight):
        self.total = self.mean = loss * weight

batches = torch.randn(3, 4, 2)
train_list(nn.Linear(2, 2), lambda found, out: found.append(out.tanh()), batches)
train_dictionary(nn.Linear(2, 2), lambda found, out: found.update(part=out.tanh()), batches)
train_sum(nn.Linear(2, 2), Losses(), batches)
train_mean(nn.Linear(2, 2), Losses(), batches)
""")
