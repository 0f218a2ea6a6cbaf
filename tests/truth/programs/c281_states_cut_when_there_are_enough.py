"""Losses are gathered until there are enough: the list is emptied then, and the state cut off."""

import torch
from torch import nn

torch.manual_seed(0)
model, readout = nn.GRUCell(2, 4), nn.Linear(4, 1)
sgd = torch.optim.SGD([*model.parameters(), *readout.parameters()], lr=0.1)
state, losses = torch.zeros(1, 4), []
for x in torch.randn(12, 1, 2):
    state = model(x, state)
    losses.append(readout(state).abs().mean())
    if len(losses) >= 3:
        sgd.zero_grad()
        torch.stack(losses).mean().backward()
        sgd.step()
        losses.clear()
        state = state.detach()

steps, kept = 5, []
for number in range(11):
    kept.append(readout(model(torch.randn(1, 2))).mean())
    if len(kept) == steps:
        sgd.zero_grad()
        for loss in kept:
            loss.backward()
        sgd.step()
        kept = []
