"""The forward runs again after the step: nothing enters the retained graph."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.MSELoss()
x, y = torch.randn(16, 4), torch.randn(16, 1)

output = model(x)
loss = criterion(output, y)
optimizer.zero_grad()
loss.backward(retain_graph=True)  # expect: RTG201
optimizer.step()

output = model(x)
loss = criterion(output, y)
optimizer.zero_grad()
loss.backward()
optimizer.step()
