"""Two submodels in a row: retained, so that gradients are computed for the first which its optimiser throws away."""

import torch
from torch import nn

torch.manual_seed(0)
model1 = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
model2 = nn.Sequential(nn.Linear(8, 8), nn.Tanh())
opt1 = torch.optim.SGD(model1.parameters(), lr=0.1)
opt2 = torch.optim.SGD(model2.parameters(), lr=0.1)
criterion = nn.MSELoss()
target1, target2 = torch.randn(16, 8), torch.randn(16, 8)
for _ in range(3):
    x = torch.randn(16, 4)
    a = model1(x)
    b = model2(a)
    l1 = criterion(a, target1)
    l2 = criterion(b, target2)

    opt2.zero_grad()
    l2.backward(retain_graph=True)  # expect: RTG301
    opt2.step()

    opt1.zero_grad()
    l1.backward()
    opt1.step()
