"""A list that a loop of unknown length has filled holds no more graphs than were made: a zip ends with it, and so does a loop
over the numbers of its items."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 1), nn.Tanh())


def make_losses(batches):
    losses = []
    for batch in batches:
        losses.append(net(batch).exp().mean())
    return losses


def follow(sizes, batches):
    for _, loss in zip(sizes, make_losses(batches)):
        loss.backward()
    for number, loss in zip(range(len(sizes)), make_losses(batches)):
        (loss * number).backward(retain_graph=True)  # expect: RTG201
    listed = [net(batch).exp().mean() for batch in batches]
    for number in range(len(sizes)):
        listed[number].backward()
    losses = make_losses(batches)
    for number in range(len(sizes)):
        losses[number].backward(retain_graph=True)  # expect: RTG201


def follow_twice(sizes, batches):
    losses = make_losses(batches)
    for number in range(len(sizes)):
        losses[number].backward(retain_graph=True)
    for _, loss in zip(sizes, losses):
        (loss * 2).backward()


def follow_states(batches):
    states = [torch.zeros(2, 1) for _ in batches]
    place, start = 0, 0
    while start < len(batches):
        states[place] = states[place].detach()
        states[place] = net(batches[start]) + states[place]
        states[place].exp().mean().backward(retain_graph=True)  # expect: RTG201
        place += 1
        start += 1


data = torch.randn(3, 2, 3)
follow(data, data)
follow_twice(data, data)
follow_states(data)
