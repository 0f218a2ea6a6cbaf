"""If no output were chosen, nothing would require grad and torch would refuse: that is no path of this program."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--chosen", type=int, nargs="*", default=[0, 1])
options = parser.parse_args([])
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    state = torch.rand(4, 2)
    outputs = [state]
    for step in range(2):
        if step in options.chosen:
            outputs.append(net(state))
    loss = torch.cat(outputs).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
