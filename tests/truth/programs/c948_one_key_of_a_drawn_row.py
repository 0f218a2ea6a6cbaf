"""Rows are dictionaries, and it is not known which is drawn: what stands under one key of it is none of the graphs that the rows
hold under another."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))


def draw(rows):
    return rows[int(torch.zeros(len(rows)).argmax())]


rows = []
for step in range(4):
    seen = [torch.randn(3, 2), torch.randn(3, 2)]
    rows.append({"seen": seen, "worth": [critic(seen[0]).mean(), critic(seen[1]).mean()], "length": 2})
    row = draw(rows)
    place = int(torch.zeros(row["length"]).argmax())
    loss = (net(row["seen"][place]) - net(draw(rows)["seen"][place + 1])).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    worth = (net(seen[0]) * draw(rows)["worth"][place]).mean()
    worth.backward(retain_graph=True)
