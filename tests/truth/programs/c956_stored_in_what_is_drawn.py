"""What is stored in objects and entries that are drawn from a list may be found in any of them; what is drawn and only read has
no graph."""

import heapq
import itertools
import random

import torch
from torch import nn

random.seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


class Row:
    def __init__(self, place):
        self.place = place
        self.x = torch.randn(3, 2)
        self.loss = None


def total(rows):
    return sum(row.loss for row in rows if row.loss is not None)


rows = [Row(place) for place in range(3)]
for row in random.sample(rows, 2):
    row.loss = net(row.x).square().mean()
    row.loss.backward(retain_graph=True)
total(rows).backward()

rows = [Row(place) for place in range(3)]
row = max(rows, key=lambda row: row.place)
row.loss = net(row.x).square().mean()
row.loss.backward(retain_graph=True)
total(rows).backward()

rows = [Row(place) for place in range(3)]
for row in heapq.nsmallest(1, rows, key=lambda row: row.place):
    row.loss = net(row.x).square().mean()
    row.loss.backward(retain_graph=True)
total(rows).backward()

pairs = [(Row(place), place) for place in range(3)]
row, place = random.choice(pairs)
row.loss = net(row.x).square().mean()
row.loss.backward(retain_graph=True)
total(row for row, _ in pairs).backward()

tables = [{"loss": None} for place in range(3)]
for table in itertools.islice(tables, 2):
    table["loss"] = net(torch.randn(3, 2)).square().mean()
    table["loss"].backward(retain_graph=True)
sum(table["loss"] for table in tables if table["loss"] is not None).backward()

rows = [Row(place) for place in range(4)]
for step in range(3):
    loss = sum(net(row.x).square().mean() for row in random.sample(rows, 2))
    loss.backward(retain_graph=True)  # expect: RTG201
