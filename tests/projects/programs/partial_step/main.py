"""functools.partial binds the retain and the networks; the step knows its sender only as an argument."""
from functools import partial

import torch
from torch import nn

from steps import send, train_step

net = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
keep = partial(send, retain_graph=True)
step = partial(train_step, net, optimizer)
for _ in range(2):
    step(keep)
    step(send=send)
