"""What is stored in one of several rows, not known which, stands in any of them perhaps: an entry, an item, an attribute, what a
list is given by its methods."""

import random

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
x = torch.randn(3, 2)


class Row:
    def __init__(self):
        self.seen, self.kept = x, []


def draw(rows):
    return rows[int(torch.zeros(len(rows)).argmax())]


rows = [{"seen": x}, {"seen": x}]
draw(rows)["score"] = net(x).mean()
for step in range(2):
    (draw(rows)["score"] * 2).backward(retain_graph=True)
    loss = net(draw(rows)["seen"]).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
rows[0]["score"].backward()

rows = [{"score": x}, {"score": x}]
row = draw(rows)
row["score"] = net(x).mean()
draw(rows)["score"].backward(retain_graph=True)
rows[0]["score"].backward()

rows = [[x], [x]]
draw(rows)[0] = net(x).mean()
draw(rows)[0].backward(retain_graph=True)
rows[0][0].backward()

rows = [[x], [x]]
draw(rows).append(net(x).mean())
draw(rows)[1].backward(retain_graph=True)
rows[0][-1].backward()

rows = [Row(), Row()]
draw(rows).score = net(x).mean()
draw(rows).score.backward(retain_graph=True)
rows[0].score.backward()
draw(rows).kept.append(net(x).mean())
rows[0].kept[0].backward(retain_graph=True)
draw(rows).kept[0].backward()

rows = [{"seen": x}]
random.choice(rows)["score"] = net(x).mean()
random.choice(rows)["score"].backward(retain_graph=True)
next(iter(rows))["score"].backward()

rows = [{"seen": x}]
next(iter(rows))["score"] = net(x).mean()
rows[0]["score"].backward(retain_graph=True)
rows[0]["score"].backward()
