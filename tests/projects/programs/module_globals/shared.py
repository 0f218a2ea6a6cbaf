import torch
from torch import nn

body = nn.Sequential(nn.Linear(3, 3), nn.Tanh())
heads = [nn.Linear(3, 1), nn.Linear(3, 1)]
optimizer = torch.optim.SGD([p for net in [body, *heads] for p in net.parameters()], lr=0.1)
code = None
