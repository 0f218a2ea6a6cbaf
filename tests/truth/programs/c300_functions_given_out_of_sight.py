"""Functions inside functions are given to code that cannot be seen, which calls them as often as it likes."""

import timeit

import torch
from torch import nn

net, head = nn.Sequential(nn.Linear(4, 3), nn.Tanh()), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)


def train(x, y):
    def step():
        loss = (head(net(x)) - y).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        return loss.item()

    return timeit.timeit(step, number=3)


def probe(x, y):
    features = net(x)

    def evaluate():
        (head(features) - y).square().mean().backward(retain_graph=True)

    def evaluate_without_history():
        (head(features.detach()) - y).square().mean().backward()

    def evaluate_once():
        (head(features) - y).square().mean().backward()

    timeit.timeit(evaluate, number=2)
    timeit.timeit(evaluate_without_history, number=2)
    return timeit.timeit(evaluate_once, number=1)


train(torch.randn(5, 4), torch.randn(5, 1))
probe(torch.randn(5, 4), torch.randn(5, 1))
