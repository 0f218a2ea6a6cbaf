"""What itertools deals out of data is data: the two domains have graphs of their own. What it makes of losses is a loss."""

import itertools

import torch
from torch import nn

source = [torch.randn(4, 3) for _ in range(2)]
target = [torch.randn(4, 3) for _ in range(3)]
features, classes, domain = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 1)
parts = [*features.parameters(), *classes.parameters()]
optimizer = torch.optim.SGD(parts, lr=0.1)
for x, y in itertools.islice(zip(itertools.cycle(source), itertools.cycle(target)), 5):
    first = classes(features(x)).logsumexp(-1).mean()
    second = domain(features(y)).square().mean()
    optimizer.zero_grad()
    first.backward(retain_graph=True)  # expect: RTG201
    second.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
for x, y in zip(itertools.cycle(source), itertools.islice(itertools.cycle(target), 5)):
    optimizer.zero_grad()
    classes(features(x)).square().mean().backward(retain_graph=True)  # expect: RTG201
    domain(features(y)).square().mean().backward()
    optimizer.step()


def measure(x, hidden):
    return classes(hidden).square().mean() + x.mean()


for x in source:
    hidden = features(x)
    for loss in itertools.starmap(measure, [(x, hidden), (2 * x, hidden)]):
        loss.backward(retain_graph=True)
for x in source:
    hidden = features(x)
    for part in itertools.islice(itertools.cycle([hidden]), 2):
        classes(part).square().mean().backward(retain_graph=True)
