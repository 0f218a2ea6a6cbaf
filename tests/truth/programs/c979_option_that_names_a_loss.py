"""What the text of an option evaluates to may be a loss whose graph is retained for it."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--loss", default="first")
args = parser.parse_args()
net = nn.Linear(3, 3)
for x in torch.rand(4, 2, 3):
    score = net(x).exp()
    first, second = score.sum(), score.mean()
    chosen = eval(args.loss)
    first.backward(retain_graph=True)
    chosen.backward()
