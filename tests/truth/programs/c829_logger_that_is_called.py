"""A logger that a function was given, and calls, takes figures; anything else that it was given may run the engine."""

import torch
from torch import nn


def train(net, batches, logger, visit):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step, (x, y) in enumerate(batches):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        logger(step, loss)


def train_and_visit(net, batches, logger, visit):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward(retain_graph=True)
        visit(loss)
        optimizer.step()


exec("""
batches = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(2)]
for function in (train, train_and_visit):
    function(nn.Sequential(nn.Linear(2, 2), nn.Tanh()), batches, lambda step, loss: None, torch.Tensor.backward)
""")
