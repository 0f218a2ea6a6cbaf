"""Features under keys that are not known: the one that goes backward may be any of them, and none of them goes backward again.
(The keys are hidden from the analysis.)"""

import torch
from torch import nn

FRAMES = eval("[0, -1, 1]")

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    features = {}
    parts = net(torch.rand(2, 3)).split(2, 1)
    for frame in FRAMES:
        features[frame] = [part.sin() for part in parts]
    optimizer.zero_grad()
    loss = features[FRAMES[0]][0].sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
