"""Blocks with layers by option: seven ways to build one, and training goes the same with all."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--norm", default="none")
parser.add_argument("--activation", default="tanh")
parser.add_argument("--dropout", default="none")
args = parser.parse_args()


class Block(nn.Module):
    def __init__(self, inputs, outputs, norm, activation):
        super().__init__()
        layers = [nn.Linear(inputs, outputs)]
        if norm == "batch":
            layers.append(nn.BatchNorm1d(outputs))
        elif norm == "layer":
            layers.append(nn.LayerNorm(outputs))
        self.layers = nn.Sequential(*layers)
        if activation == "relu":
            self.activation = nn.ReLU()
        elif activation == "tanh":
            self.activation = nn.Tanh()
        elif activation == "none":
            self.activation = None
        else:
            raise ValueError(activation)

    def forward(self, x):
        x = self.layers(x)
        return x if self.activation is None else self.activation(x)


class Net(nn.Module):
    def __init__(self, options, inputs, outputs):
        super().__init__()
        self.first = Block(inputs, 8, options.norm, options.activation)
        self.second = Block(8, 8, options.norm, options.activation)
        self.drop = nn.Dropout(0.1) if options.dropout == "some" else None
        self.head = Block(8, outputs, "none", "none")

    def forward(self, x):
        h = self.second(self.first(x))
        if self.drop:
            h = self.drop(h)
        return self.head(h)


G, D = Net(args, 2, 2), Net(args, 2, 1)
g_opt = torch.optim.SGD(G.parameters(), lr=0.1)
d_opt = torch.optim.SGD(D.parameters(), lr=0.1)
for _ in range(3):
    fake = G(torch.rand(4, 2))
    d_opt.zero_grad()
    (D(fake).mean() - D(torch.rand(4, 2)).mean()).backward()  # expect: RTG301
    d_opt.step()

    g_opt.zero_grad()
    loss = -D(G(torch.rand(4, 2))).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    g_opt.step()
