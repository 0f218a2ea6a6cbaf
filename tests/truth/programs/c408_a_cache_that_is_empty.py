"""A key that nobody knows is looked up in a dictionary of which nothing is known either: there is no entry to stand for it."""

import os

import torch
from torch import nn

model = nn.Linear(3, 1)
scales = {}
scales.update(os.environ)
wanted = os.environ.get("WANTED", "PATH")

for _ in range(2):
    scale = 2.0 if wanted not in scales else float(len(scales[wanted]))
    loss = model(torch.ones(2, 3)).sum() * scale
    loss.backward(retain_graph=True)  # expect: RTG201
