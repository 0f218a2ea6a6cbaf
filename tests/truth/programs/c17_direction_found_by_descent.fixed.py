"""A helper finds the direction in which two samples differ most, by descents that go through the generator for nothing."""

import torch
from torch import nn


def find_distance(fake, real):
    direction = torch.ones(2, 1, requires_grad=True)
    optimizer = torch.optim.SGD([direction], lr=0.1)
    for _ in range(3):
        negative = -((fake.detach() - real) @ direction).square().mean()
        optimizer.zero_grad()
        negative.backward()
        optimizer.step()
    return ((fake - real) @ direction).square().mean()


generator = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for _ in range(3):
    loss = find_distance(generator(torch.randn(8, 2)), torch.randn(8, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
