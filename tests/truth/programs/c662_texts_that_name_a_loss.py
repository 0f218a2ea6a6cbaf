"""Texts that name which loss is meant."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)
kept = {}

kept["loss 1"] = net(x)
kept["loss 1"].sum().backward(retain_graph=True)
kept["loss {}".format(1)].mean().backward()

kept["a-2"] = net(x)
kept["a-2"].sum().backward(retain_graph=True)
kept["{name}-{0}".format(2, name="a")].mean().backward()

kept["3%"] = net(x)
kept["3%"].sum().backward(retain_graph=True)
kept["%d%%" % 3].mean().backward()

kept["0004"] = net(x)
kept["0004"].sum().backward(retain_graph=True)
kept["%04d" % 4].mean().backward()

kept["'five'"] = net(x)
kept["'five'"].sum().backward(retain_graph=True)
kept["{!r}".format("five")].mean().backward()

kept["  6"] = net(x)
kept["  6"].sum().backward(retain_graph=True)
kept["{:{}}".format(6, 3)].mean().backward()

kept["7"] = net(x)
kept["7"].sum().backward(retain_graph=True)
kept["{}".format(*[7])].mean().backward()

kept["eight"] = net(x)
kept["eight"].sum().backward(retain_graph=True)
kept[" EIGHT".strip().lower()].mean().backward()

kept["9:nine"] = net(x)
kept["9:nine"].sum().backward(retain_graph=True)
kept[":".join("9 nine".split(" "))].mean().backward()

wide = "ab" * 3000
kept[wide] = net(x)
kept[wide].sum().backward(retain_graph=True)
kept[wide.upper().lower()].mean().backward()

kept["ten"] = net(x)
kept["ten"].sum().backward(retain_graph=True)
kept["xten".removeprefix(str(object())[:0] + "x")].mean().backward()

h = net(x)
h.sum().backward(retain_graph=True)
if "run_{}".format("train").startswith(("run_t", "b")):
    h.mean().backward()
h = net(x)
h.sum().backward(retain_graph=True)  # expect: RTG201
if "run_{}".format("train").endswith(("run_t", "b")):
    h.mean().backward()
h = net(x)
h.sum().backward(retain_graph=True)  # expect: RTG201
if "{}_%d".format("a") % 3 == "a_4":
    h.mean().backward()
