import torch
from torch import nn

from pkg.train import train

train(nn.Sequential(nn.Linear(3, 3), nn.Tanh()), torch.randn(4, 3))
