"""What an unseen function makes of nothing is data once an unseen loader goes through it; what a network has made is not."""

import sys
from types import SimpleNamespace

import torch
from torch import nn

sys.modules["graphs"] = SimpleNamespace(
    generate=lambda: torch.ones(3, 2),
    from_networkx=lambda graph: graph + 1,
    DataLoader=lambda items, batch_size: items,
)

import graphs  # noqa: E402


def train(net, optimizer):
    loader = graphs.DataLoader([graphs.from_networkx(graphs.generate())], batch_size=1)
    for _ in range(2):
        for graph in loader:
            optimizer.zero_grad()
            loss = net(graph).square().mean()
            loss.backward(retain_graph=True)  # expect: RTG201
            optimizer.step()


def train_on_features(net, head):
    loader = graphs.DataLoader([net(graphs.generate())], batch_size=1)
    for _ in range(2):
        for features in loader:
            loss = head(features).square().mean()
            loss.backward(retain_graph=True)


net = nn.Linear(2, 2)
train(net, torch.optim.SGD(net.parameters(), lr=0.1))
train_on_features(net, nn.Linear(2, 1))
