"""A function that another thread runs carries its state over, with the models that it is given."""

import threading

import torch
from torch import nn

errors = []
threading.excepthook = lambda raised: errors.append(raised.exc_value)


def train(model, optimizer, state):
    for _ in range(3):
        state = model(state)
        optimizer.zero_grad()
        state.square().mean().backward()  # expect: RTG102
        optimizer.step()


net = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
thread = threading.Thread(target=train, args=(net, torch.optim.SGD(net.parameters(), lr=0.1), torch.zeros(1, 3)))
thread.start()
thread.join()
for error in errors:
    raise error
