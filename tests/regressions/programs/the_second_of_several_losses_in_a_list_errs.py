import torch
from torch import nn

net = nn.Linear(4, 4)
out = net(torch.randn(2, 4))
other = net(torch.randn(2, 4)).sum()
for part in [out.norm(), out.pow(2).mean(), other]:
    part.backward()
