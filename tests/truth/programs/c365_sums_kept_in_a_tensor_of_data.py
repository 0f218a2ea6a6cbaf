"""What is computed of unknown values alone, and stored in a buffer, is no graph that the buffer may lead to."""

import torch
from torch import nn


exec("""
def load():
    return torch.ones(4, 1)
""")


def discount(rewards, masks, values):
    kind = type(rewards)
    deltas, returns = kind(rewards.size(0), 1), kind(rewards.size(0), 1)
    before = after = 0
    for i in reversed(range(rewards.size(0))):
        deltas[i] = rewards[i] + 0.9 * before * masks[i] - values[i]
        returns[i] = deltas[i] + 0.9 * after * masks[i]
        before, after = values[i, 0], returns[i, 0]
    return values + returns


def train(net, optimizer, returns):
    loss = (net(torch.randn(4, 2)) - returns).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()


net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    with torch.no_grad():
        values = net(torch.ones(4, 2))
    train(net, optimizer, discount(load(), load(), values))  # noqa: F821
