"""A library of graphs of nodes and edges holds data in them, until a model stores its states there."""

import sys
import types

import torch
from torch import nn

exec("""
class Graph:
    def __init__(self):
        self.ndata = {"feat": torch.ones(4, 2)}


library = types.ModuleType("dgl")
library.graph = library.add_self_loop = lambda *given: given[0] if given else Graph()
sys.modules.setdefault("dgl", library)
""")
import dgl  # noqa: E402

g = dgl.add_self_loop(dgl.graph())
net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def aggregate(g, states):
    g.ndata["h"] = states
    return g.ndata["h"].tanh()


for _ in range(3):
    loss = (net(torch.ones(4, 2)) - g.ndata["feat"]).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
for _ in range(3):
    states = aggregate(g, net(g.ndata["feat"]))
    loss = states.square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    g.ndata["h"].mean().backward()
    optimizer.step()
