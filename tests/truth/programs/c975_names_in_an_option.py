"""An option is a row of names, unless a template sets it: what an opaque factory makes of one of them is no graph."""

import argparse
import importlib

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--names", default="Identity+Tanh")
parser.add_argument("--template", default="")
args = parser.parse_args()
if "wide" in args.template:
    args.names = "Identity"
names = args.names.split("+")
module = importlib.import_module("torch.nn")
shown = [getattr(module, name)() for name in names]
net = nn.Linear(3, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.rand(4, 2, 3):
    optimizer.zero_grad()
    loss = net(x).exp().sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    print(names, len(shown))
