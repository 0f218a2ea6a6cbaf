"""Nobody trains the teacher. What its target is made of has a name, which holds the graph that the call frees: with a detach() of the
target it stays in memory, with one where the name is bound it goes at once."""

import torch
from torch import nn

torch.manual_seed(0)
teacher, model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3)), nn.Linear(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(5, 4)
    scores = teacher(x)
    target = scores.softmax(1).sqrt()
    loss = (model(x) - target).square().mean()
    optimizer.zero_grad()
    loss.backward()  # expect: RTG301
    optimizer.step()
