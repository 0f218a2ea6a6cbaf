"""None has no operators: where a loss is None the path ends in a TypeError, and no later call needs what an earlier one kept."""

import os

import torch
from torch import nn


def compute_loss(net, x):
    if os.environ.get("WITHOUT_LOSS"):
        return None
    return net(x).square().mean()


net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in torch.randn(3, 4, 2):
    optimizer.zero_grad()
    logits = net(x)
    penalty = logits.abs().mean()
    penalty.backward(retain_graph=True)  # expect: RTG201
    loss = compute_loss(net, x)
    print("loss: %s" % loss)
    half = loss / 2
    if loss is None:
        logits.sum().backward()
    half.backward()
    optimizer.step()

careful = torch.optim.LBFGS(net.parameters(), lr=0.1, max_iter=2)
total = 0.0
for x in torch.randn(3, 4, 2):

    def close_over(x=x):
        careful.zero_grad()
        loss = net(x).square().mean()
        loss.backward()
        return loss

    total = total + careful.step(close_over).item()
    total += 2 * careful.step(close_over)
    net(x).mean().backward(retain_graph=True)  # expect: RTG201
print("total", total.item())
