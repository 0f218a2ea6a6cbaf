import boxes
import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
leaf = torch.rand(8, 4, requires_grad=True)
shifted = leaf + 1
data = boxes.Box({"x": leaf, "y": shifted})
spread = boxes.stack([leaf, shifted])
for _ in range(2):
    net(data.clone()).mean().backward()
    net(spread).mean().backward()
hidden = net(leaf)
boxes.Box(hidden)
(hidden**2).sum().backward()
hidden.sum().backward()  # expect: RTG101
