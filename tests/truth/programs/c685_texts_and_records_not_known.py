"""Texts, records, lists and chains of functions of which not all is known."""

import dataclasses
from collections import namedtuple

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
word, names, many = eval("'square'"), eval("['one', 'two']"), int(eval("3"))
changes = eval("{'scale': 2.0}")


@dataclasses.dataclass
class Outputs:
    kept: torch.Tensor
    scale: float = 1.0


class Plain:
    def __init__(self, kept):
        self.kept = kept


def send(kept):
    kept.mean().backward()


def first(kept):
    second(kept)


def second(kept):
    third(kept)


def third(kept):
    fourth(kept)


def fourth(kept):
    fifth(kept)


def fifth(kept):
    sixth(kept)


def sixth(kept):
    seventh(kept)


def seventh(kept):
    eighth(kept)


def eighth(kept):
    ninth(kept)


def ninth(kept):
    send(kept)


kept = net(x)
kept.sum().backward(retain_graph=True)
if "squares".startswith(word):
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
if ("ab" * 6000).upper().endswith("AB"):
    kept.mean().backward()

Kinds = namedtuple("Kinds", names)
made = Kinds(net(x), x)
made[0].sum().backward(retain_graph=True)
made[0].mean().backward()
made = dataclasses.replace(Outputs(net(x)), **changes)
made.kept.sum().backward(retain_graph=True)
(made.kept * made.scale).mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
(kept * net[0].__dict__["out_features"]).mean().backward()

plain = Plain(net(x))
plain.kept.sum().backward(retain_graph=True)
if not hasattr(plain, "weight") and not hasattr(plain, "_hidden"):
    plain.kept.mean().backward()

rows = list(net(x).split(2))
rows.append(net(x))
rows[0].sum().backward(retain_graph=True)
for row in rows[:2]:
    row.mean().backward(retain_graph=True)
rows[0].square().mean().backward()

losses = [net(x).sum(), net(x).sum()]
for number in range(many):
    losses.append(net(x).sum())
for loss in losses:
    loss.backward(retain_graph=True)
for number, loss in list(enumerate(losses, many)):
    loss.backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
first(kept)

table = torch.zeros(4, 2)
for number in range(many):
    kept = net(x)
    table = torch.cat([table, kept.detach()])
    torch.sort(table[0:2])
    kept.sum().backward(retain_graph=True)
    (kept * table[-4:]).mean().backward()


def pile(model, batches):
    logs, history = {}, []
    for step, batch in enumerate(batches):
        kept = model(batch)
        logs[step] = kept.detach().mean()  # größer als zuvor
        history.append(model(batch).detach()[0])
        kept.sum().backward(retain_graph=True)
        kept.mean().backward()
    return logs, history


pile(net, torch.randn(3, 4, 2))
