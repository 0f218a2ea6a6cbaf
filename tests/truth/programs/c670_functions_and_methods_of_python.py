"""Builtin functions, operators and the methods of lists, sets and dictionaries."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
many = int(eval("3"))
use_both = True
exec("other = 1")

first, *rest, last = [net(x), net(x), net(x)]
rest[0].sum().backward(retain_graph=True)
rest[0].mean().backward()
last.sum().backward(retain_graph=True)  # expect: RTG201

left, right = torch.zeros(2, 4)
kept = net(x)
kept.sum().backward(retain_graph=True)
(kept * (left + right)[:, None]).mean().backward()

for number, kept in enumerate(iterable=[net(x), net(x)]):
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()

found = {}
for number in range(many):
    found[int(number)] = net(x)
    found[int(number)].sum().backward(retain_graph=True)
    found[number].mean().backward()

for kept in filter(lambda kept: kept is not None, [net(x), None]):
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()
for kept in filter(None, torch.randn(many, 4, 2)) if many == 1 else [net(x)]:
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if use_both:
    kept.mean().backward()

flags = [number > 1 for number in range(many) if number]
kept = net(x)
kept.sum().backward(retain_graph=True)
if any(flags):
    kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if 2**4000 > 2**3999 and "ab" * 3000 != "%5d" % many:
    kept.mean().backward()

options = {"weight": 2.0} | {"kept": net(x)}
options["kept"].sum().backward(retain_graph=True)
(options["kept"] * options["weight"]).mean().backward()
options |= {"kept": net(x)}
options["kept"].sum().backward(retain_graph=True)
options["kept"].mean().backward()

copies = [net(x)] * many
copies[0].sum().backward(retain_graph=True)
copies[-1].mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
(kept * (1 << many)).mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
(kept * (torch.ones(2).long() << 1)).mean().backward()

losses = [net(x), net(x)]
losses.reverse()
losses[0].sum().backward(retain_graph=True)
losses[0].mean().backward()
losses[1].sum().backward(retain_graph=True)  # expect: RTG201
losses = losses.copy()
kept = net(x)
kept.sum().backward(retain_graph=True)
if [1, many].index(many) == [1, many].count(many):
    kept.mean().backward()

united = {net(x)}.union({net(x)})
for kept in united:
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()
kept = net(x)
assert {kept}.isdisjoint(united)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    {}.popitem()
except KeyError:
    kept.mean().backward()

rows = [[net(x)], [net(x), net(x)]]
rows[many % 2].append(net(x))
for row in rows:
    row[-1].sum().backward(retain_graph=True)
    row[-1].mean().backward()

pairs = {(1, many): net(x), (2, many): net(x)}
pairs[1, many].sum().backward(retain_graph=True)
pairs[1, many].mean().backward()

kept = [net(x), net(x), net(x)]
del kept[many - 1 :]
kept[0].sum().backward(retain_graph=True)
kept[0].mean().backward()
again = [net(x)]
again[:] = tuple(again) + tuple(kept[many:])
again[0].sum().backward(retain_graph=True)
again[0].mean().backward()
