"""Members of an Enum that end with a comma are tuples: which phase runs is known, and the retain is not needed in any."""

import enum

import torch
from torch import nn


class Phase(enum.Enum):
    TRAIN = (0,)
    VALIDATE = (1,)
    TEST = 2


net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
last = []


def run(images, phase):
    loss = net(images).square().mean()
    if phase == Phase.TRAIN:
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    elif phase != Phase.VALIDATE:
        last.append(loss)


for images in torch.randn(4, 6, 2):
    run(images, Phase.TRAIN)
    with torch.no_grad():
        run(images, Phase.VALIDATE)
        run(images, Phase.TEST)
kept = net(torch.randn(6, 2))
kept.square().mean().backward(retain_graph=True)
if (0, 1) < (1, 0):
    kept.mean().backward()
