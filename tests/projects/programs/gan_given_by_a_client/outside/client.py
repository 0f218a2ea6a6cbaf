import torch
from torch import nn

from lib import train, train_on_samples

G, D = nn.Linear(2, 2), nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
opt_G, opt_D = torch.optim.SGD(G.parameters(), lr=0.1), torch.optim.SGD(D.parameters(), lr=0.1)
batches = torch.randn(2, 3, 2)
train_on_samples(torch.sin, D, opt_D, batches)
train(G, D, opt_G, opt_D, batches)
