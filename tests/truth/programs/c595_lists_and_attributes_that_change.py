"""Graphs in lists and in attributes that are removed, copied, updated and taken out again by name."""

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
x = torch.randn(4, 2)

first, second = net(x).sum(), net(x).mean()
waiting = [first, second]
waiting.remove(first)
(left,) = waiting.copy()
left.backward(retain_graph=True)
first.backward(retain_graph=True)  # expect: RTG201
second.backward()


class Box:
    pass


box = Box()
box.__dict__.update(loss=net(x).sum(), other=net(x).mean())
box.loss.backward(retain_graph=True)
box.__dict__["loss"].backward()
held = box.__dict__.setdefault("more", net(x).sum())
held.backward(retain_graph=True)
box.__dict__.pop("more").backward()
box.other.backward(retain_graph=True)  # expect: RTG201
vars(box).clear()

again = net(x).square().sum()
box.__dict__.setdefault("other", again)
again.backward(retain_graph=True)
box.other.backward()
delattr(box, "other")

more = net(x).square().mean()
table = {"more": more}
box.__dict__.update(table)
more.backward(retain_graph=True)
box.__dict__.get("more").backward()

last = net(x).exp().sum()
table.update({"last": last})
copied = table.copy()
table.clear()
last.backward(retain_graph=True)
copied["last"].backward()
