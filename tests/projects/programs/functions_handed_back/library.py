import torch
from torch import nn


def make_step(model, optimizer):
    def step(x, y):
        loss = (model(x) - y).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        return loss.item()

    return step


def make_steps(model, optimizer):
    kept = []

    def first(x):
        kept[:] = [model(x).square()]
        kept[0].mean().backward(retain_graph=True)

    def second():
        kept[0].sum().backward()

    return first, second


def make_critic():
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    hidden = None

    def step(x):
        nonlocal hidden
        hidden = model(x if hidden is None else x + hidden)
        optimizer.zero_grad()
        hidden.square().mean().backward()  # expect: RTG102
        optimizer.step()

    return step
