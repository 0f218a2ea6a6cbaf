import torch
from fitting import Fitting

net = torch.nn.Linear(2, 1)
Fitting(net, torch.optim.SGD(net.parameters(), lr=0.1)).fit(torch.randn(3, 4, 2))
