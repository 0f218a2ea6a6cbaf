"""Functions keep graphs as their attributes, find them by name or refer to them: each retain is needed by what is found."""

import functools
import operator
import weakref

import torch
from torch import nn


class Memory:
    def step(self, prediction):
        self.kept = prediction * 2


def remember(prediction):
    remember.kept = prediction * 2


def train(loss):
    loss.backward()


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
memory = Memory()
read = operator.attrgetter("kept")
read_deep = operator.attrgetter("memory.kept", "kept")
for images in torch.randn(4, 6, 2):
    optimizer.zero_grad()
    prediction = net(images)
    remember(prediction)
    prediction.square().mean().backward(retain_graph=True)
    remember.kept.sum().backward()
    prediction = net(images)
    memory.step(prediction)
    prediction.square().mean().backward(retain_graph=True)
    read(memory).sum().backward()
    prediction = net(images)
    memory.kept = prediction * 2
    memory.memory = memory
    prediction.square().mean().backward(retain_graph=True)
    read_deep(memory)[0].sum().backward()
    prediction = net(images)
    parts = {"kept": prediction * 2, "other": 1}
    prediction.square().mean().backward(retain_graph=True)
    operator.itemgetter("kept")(parts).sum().backward()
    prediction = net(images)
    reference = weakref.ref(prediction)
    prediction.square().mean().backward(retain_graph=True)
    reference().sum().backward()
    prediction = net(images)
    loss = prediction.sum()
    prediction.square().mean().backward(retain_graph=True)
    train.__call__(loss)
    prediction = net(images)
    tasks = [prediction.sum().backward]
    prediction.square().mean().backward(retain_graph=True)
    functools.reduce(lambda before, task: task(), tasks, None)
    prediction = net(images)
    by_name = dict.fromkeys(["a", "b"], prediction)
    prediction.square().mean().backward(retain_graph=True)
    by_name["b"].sum().backward()
    remember.kept = None
    net(images).square().mean().backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
