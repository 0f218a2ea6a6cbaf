"""A reversible block: what attention returns is sent backward with a gradient from elsewhere, and is no object that is
given a loss."""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)

    def attend(self, x):
        x = self.norm(x)
        out, _ = self.attention(x, x, x)
        return out

    def backward_pass(self, y, dy):
        with torch.enable_grad():
            y.requires_grad = True
            out = self.attend(y)
            out.backward(dy, retain_graph=True)  # expect: RTG201
        with torch.no_grad():
            return dy + y.grad


block = globals()["Block"]()  # as a configuration would name it
optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    block.backward_pass(torch.rand(2, 3, 4), torch.rand(2, 3, 4))
    optimizer.step()
