"""Steps that opaque code hands out are gathered until there are so many: what is done then is no dead code."""

import pydoc

import torch
from torch import nn

hand_out = pydoc.locate("builtins.zip")
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
gathered = []
for step in hand_out(torch.randn(40, 2)):
    gathered.append(step)
    if len(gathered) < 16:
        continue
    loss = net(torch.stack([given for (given,) in gathered])).square().mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
    gathered.clear()
