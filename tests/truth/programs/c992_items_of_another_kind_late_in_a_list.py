"""c992: of the items of a long list the last one alone is of another kind: by its class, its flag, its word, or as a function."""

import torch
from torch import nn


class Stage:
    twice = False

    def __init__(self, width: int) -> None:
        self.net = nn.Linear(3, width)


class Last(Stage):
    twice = True


def ignore(loss: torch.Tensor) -> None:
    print(loss.item())


def send(loss: torch.Tensor) -> None:
    loss.backward()


stages = [Stage(1), Stage(2), Stage(3), Stage(4), Stage(5), Stage(6), Stage(7), Last(8)]
words = ["once", "once", "once", "once", "once", "once", "once", "twice"]
steps = [ignore, ignore, ignore, ignore, ignore, ignore, ignore, send]
totals = []
for number in range(len(stages)):
    loss = stages[number].net(torch.rand(2, 3)).exp().sum()
    loss.backward(retain_graph=True)
    if isinstance(stages[number], Last):
        loss.backward()
for number in range(len(stages)):
    loss = stages[number].net(torch.rand(2, 3)).exp().sum()
    loss.backward(retain_graph=True)
    if stages[number].twice:
        loss.backward()
for number in range(len(steps)):
    loss = stages[0].net(torch.rand(2, 3)).exp().sum()
    loss.backward(retain_graph=True)
    steps[number](loss)
for word in words:
    loss = stages[0].net(torch.rand(2, 3)).exp().sum()
    other = stages[1].net(torch.rand(2, 3)).exp().sum()
    third = stages[2].net(torch.rand(2, 3)).exp().sum()
    totals.append(loss.item() + other.item() + third.item())
    totals.append(loss.item() - other.item() - third.item())
    loss.backward(retain_graph=True)
    other.backward()
    third.backward()
    if word == "twice":
        loss.backward()
for stage, word in zip(stages, words):
    loss = stage.net(torch.rand(2, 3)).exp().sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    print(word, loss.item(), stage.net.weight.norm().item(), stage.net.bias.norm().item(), totals[-1], totals[0])
    print(word, loss.item(), stage.net.weight.norm().item(), stage.net.bias.norm().item(), totals[-1], totals[0])
counts = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8}
for name, count in counts.items():
    loss = stages[0].net(torch.rand(2, 3)).exp().sum()
    other = stages[1].net(torch.rand(2, 3)).exp().sum()
    third = stages[2].net(torch.rand(2, 3)).exp().sum()
    totals.append(loss.item() + other.item() + third.item())
    totals.append(loss.item() - other.item() - third.item())
    loss.backward(retain_graph=True)
    other.backward()
    third.backward()
    print(name)
    if count == 8:
        loss.backward()
