import torch
from torch import nn

net = nn.Sequential(nn.Unflatten(1, (1, 4)), nn.Conv1d(1, 2, 1), nn.Flatten())
x = torch.randn(2, 4)
loss = net(x).norm()
x.relu_()
loss.backward()
