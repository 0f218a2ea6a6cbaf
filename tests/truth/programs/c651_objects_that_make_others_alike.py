"""A method of an object makes another one alike and calls it, as deep as a number says: each has a loss of its own."""

import torch
from torch import nn


class Chain:
    def __init__(self):
        self.layer = nn.Linear(3, 3)

    def train(self, depth):
        loss = self.layer(torch.ones(2, 3)).square().mean()
        if depth > 0:
            Chain().train(depth - 1)
        loss.backward(retain_graph=True)  # expect: RTG201


Chain().train(2)
Chain().train(9)
