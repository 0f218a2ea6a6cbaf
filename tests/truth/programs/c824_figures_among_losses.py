"""What an opaque criterion returns is asked for its entries by `get` after the engine call, as dictionaries are: that runs no
engine."""

import torch
from torch import nn


def train(model, criterion, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total, shift = 0.0, 0.0
    for x, y in batches:
        losses = criterion(model(x), y)
        loss = losses["total"] / 2
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item()
        shift += losses.get("shift", 0.0).item() + sum(part.item() for part in losses.values())
    return total, shift


def train_again(model, criterion, batches):
    for x, y in batches:
        losses = criterion(model(x), y)
        losses["total"].backward(retain_graph=True)
        losses.get("shift", 0.0).backward()


exec("""
def criterion(out, y):
    error = nn.functional.mse_loss(out, y)
    return {"total": error, "shift": error * 2}

batches = [(torch.randn(4, 2), torch.randn(4, 2)) for _ in range(3)]
print(train(nn.Linear(2, 2), criterion, batches))
train_again(nn.Linear(2, 2), criterion, batches)
""")
