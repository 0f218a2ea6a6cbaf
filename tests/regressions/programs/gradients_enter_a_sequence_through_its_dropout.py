import torch
from torch import nn

critic = nn.Sequential(nn.Dropout(), nn.Linear(4, 4))
world = nn.Linear(4, 4)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
loss = critic(world(torch.randn(2, 4))).sum()
loss.backward()
optimizer.step()
