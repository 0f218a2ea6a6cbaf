"""Each layer keeps a memory from call to call; how the layers are built hangs on options, and there are more ways than can be told apart."""

import argparse

import torch
from torch import nn

torch.manual_seed(0)
parser = argparse.ArgumentParser()
parser.add_argument("--sparse", type=int, default=1)
parser.add_argument("--every", type=int, default=2)
parser.add_argument("--depth", type=int, default=3)
options = parser.parse_args([])


class Memory(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, width)
        self.register_buffer("state", torch.zeros(width, width))

    def forward(self, h):
        q = self.project(h)
        out = q @ self.state
        self.state = self.state + q.transpose(-2, -1) @ q
        return out, None


class Layer(nn.Module):
    def __init__(self, options, position):
        super().__init__()
        self.memory = Memory(4)
        if options.sparse > 0 and (position + 1) % options.every == 0:
            self.mix = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
        else:
            self.mix = nn.Linear(4, 4)

    def forward(self, h):
        seen, _ = self.memory(h)
        return (h + self.mix(seen),)


class Model(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.embed = nn.Embedding(10, 4)
        self.layers = nn.ModuleList([Layer(options, position) for position in range(options.depth)])
        self.head = nn.Linear(4, 10)

    def forward(self, tokens):
        h = self.embed(tokens)
        for layer in self.layers:
            h = layer(h)[0]
        return self.head(h)


model = Model(options)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for segment in range(3):
    tokens = torch.randint(10, (5,))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(tokens), tokens)
    loss.backward()  # expect: RTG102
    optimizer.step()
