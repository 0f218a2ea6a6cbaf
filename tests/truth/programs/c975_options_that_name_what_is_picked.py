"""What an option's text evaluates to picks features; another option is a row of names, unless a template sets it."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--features", default="[0, 1]")
parser.add_argument("--names", default="first+second")
parser.add_argument("--template", default="")
args = parser.parse_args()
if "wide" in args.template:
    args.names = "wide"
names = args.names.split("+")
net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(4, 2, 3):
    optimizer.zero_grad()
    hidden = net(x)
    maps = [hidden.tanh(), hidden.sigmoid()]
    loss = sum(maps[i].sum() for i in eval(args.features)) * len(names)
    loss.backward(retain_graph=True)  # expect: RTG201
    chosen = [maps[i] for i in eval(args.features)]
    optimizer.step()
    print(names, len(chosen))
