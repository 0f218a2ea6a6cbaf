import torch
from torch import nn

from pkg import jacobian

model = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
jacobian(model, (torch.rand(4, 3),))
jacobian(model, (torch.rand(4, 3),), layers=[model[0]])
