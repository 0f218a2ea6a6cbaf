"""A sharpness-aware step written by hand moves the weights that the loss has saved."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    loss = model(torch.randn(4, 5)).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    moved = [0.05 * p.grad for p in model.parameters()]
    with torch.no_grad():
        for p, offset in zip(model.parameters(), moved):
            p.add_(offset)
    optimizer.zero_grad()
    loss.backward()  # expect: RTG103
    with torch.no_grad():
        for p, offset in zip(model.parameters(), moved):
            p.sub_(offset)
    optimizer.step()
