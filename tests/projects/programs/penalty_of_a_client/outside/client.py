import torch
from torch import nn

from lib import scaled_step, step

net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
penalty = scale.exp().sum()
for _ in range(2):
    step(net, optimizer, torch.ones(2, 3), penalty)
    scaled_step(net, optimizer, torch.ones(2, 3), 0.5)
