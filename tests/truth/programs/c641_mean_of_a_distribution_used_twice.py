"""The mean of a distribution, which bears the name of a method, has the graph of what it was made of."""

import torch
from torch import nn
from torch.distributions import Normal

encoder = nn.Linear(3, 4)
mean = Normal(encoder(torch.randn(5, 3)), 1.0).mean
nn.MSELoss()(mean, torch.randn(5, 4)).backward()
mean[0].sum().backward()  # expect: RTG101
