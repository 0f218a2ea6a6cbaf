"""A loss object with __call__ that sends its own loss back and returns it."""
import torch
from torch import nn

from criterion import BackwardCriterion

net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
criterion = BackwardCriterion(weight=0.5)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = criterion(net(torch.randn(4, 3)))
    loss.backward()  # expect: RTG101
    optimizer.step()
