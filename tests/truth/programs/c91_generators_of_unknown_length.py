"""A generator makes a new loss each time that its consumer goes on, however often that is."""

import sys

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
inputs = torch.randn(12, 2)
count = len(sys.argv) + 3


def compute_losses(data):
    for part in data.chunk(4):
        yield net(part).square().mean()


def share_work(data):
    hidden = net[0](data)
    for part in hidden.chunk(4):
        yield part.tanh().mean()


def add_the_last():
    last = 0.0
    for _ in range(count):
        loss = net(torch.randn(3, 2)).mean()
        yield loss + last
        last = loss


def add_the_last_but_one():
    last = earlier = 0.0
    for _ in range(count):
        loss = net(torch.randn(3, 2)).square().mean()
        yield loss + earlier
        last, earlier = loss, last


def end_with_all():
    total = 0.0
    for _ in range(count):
        loss = net(torch.randn(3, 2)).square().mean()
        total = total + loss
        yield loss
    yield total


def name_losses():
    for number in range(count):
        yield f"loss {number}", net(torch.randn(3, 2)).square().mean()


def never_end():
    while True:
        yield net(torch.randn(3, 2)).square().mean()


class Memory:
    last = 0.0


memory, state, history = Memory(), {"last": 0.0}, [0.0]


def look_back(kind):
    for _ in range(count):
        loss = net(torch.randn(3, 2)).square().mean()
        if kind == "object":
            yield loss + memory.last
        elif kind == "dictionary":
            yield loss + state["last"]
        else:
            yield loss + history[-1]


for _ in range(2):
    optimizer.zero_grad()
    for loss in compute_losses(inputs):
        loss.backward(retain_graph=True)  # expect: RTG201
    for loss in compute_losses(inputs):
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    optimizer.zero_grad()
    for loss in share_work(inputs):
        loss.backward(retain_graph=True)
    for loss in add_the_last():
        loss.backward(retain_graph=True)
    for loss in add_the_last_but_one():
        loss.backward(retain_graph=True)
    for loss in end_with_all():
        loss.backward(retain_graph=True)
    for _, loss in name_losses():
        loss.backward(retain_graph=True)  # expect: RTG201
    for position, loss in enumerate(compute_losses(inputs)):
        loss.backward(retain_graph=True)  # expect: RTG201
    for loss, part in zip(compute_losses(inputs), inputs):
        loss.backward(retain_graph=True)  # expect: RTG201
    for loss in never_end():
        loss.backward(retain_graph=True)  # expect: RTG201
        if torch.rand(()) < 0.5:
            break
    before = 0.0
    for loss in compute_losses(inputs):
        (loss + before).backward(retain_graph=True)
        before = loss
    kept = []
    for loss in compute_losses(inputs):
        loss.backward(retain_graph=True)
        kept.append(loss)
    torch.stack(kept).sum().backward()
    for loss in look_back("object"):
        loss.backward(retain_graph=True)
        memory.last = loss
    memory.last = 0.0
    for loss in look_back("dictionary"):
        loss.backward(retain_graph=True)
        state["last"] = loss
    state["last"] = 0.0
    for loss in look_back("list"):
        loss.backward(retain_graph=True)
        history[0] = loss
    history[0] = 0.0
    optimizer.step()
