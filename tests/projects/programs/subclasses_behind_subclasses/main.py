"""Two classes that each add a loss to the base's, and in a file behind them one that inherits from both: it needs the retain."""

import torch
from torch import nn
from trainers import Final

net = nn.Linear(3, 3)
for x in torch.randn(2, 4, 3):
    Final().step(net, x)
