"""What adds up figures is found in a dictionary among the options, and is set back."""

import argparse

import torch
from torch import nn


class Mean:
    def __init__(self):
        self.values = []

    def __iadd__(self, value):
        self.values.append(value.detach())
        return self

    def reset(self):
        self.values = []


class Tracker:
    def __init__(self):
        self.tracks = {"loss": Mean()}

    def update(self, name, value):
        self.tracks[name] += value

    def finish(self):
        for name in self.tracks:
            track = self.tracks[name]
            track.reset()


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
tracker = Tracker()
parser = argparse.ArgumentParser()
parser.add_argument("--tracks", default=tracker.tracks)
tracker.tracks = parser.parse_args([]).tracks
for x in torch.rand(4, 2, 3):
    loss = net(x).pow(2).mean()
    tracker.update("loss", loss)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    tracker.finish()
