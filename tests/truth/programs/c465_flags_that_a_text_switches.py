"""`exec` of a text that is not known overrides options: what stands behind a flag is no dead code."""

import torch
from torch import nn

profile = False
retain = True
exec(" = ".join(["profile", "True"]))
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
if profile:
    for x in torch.randn(3, 4, 2):
        optimizer.zero_grad()
        loss = net(x).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
else:
    out = net(torch.randn(4, 2))
    out.square().mean().backward(retain_graph=retain)
    out.abs().mean().backward()
