"""Features of the targets are computed in a comprehension before the loop, and a loop over them forms each loss."""

import torch
from torch import nn

vgg = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
heads = {name: nn.Linear(4, 1) for name in "ab"}
weights = [p for head in heads.values() for p in head.parameters()]
with torch.no_grad():
    cut_off = [layer(torch.rand(2, 4)) for layer in vgg]
wanted = [layer(torch.rand(2, 4)) for layer in vgg]
image = torch.rand(2, 4, requires_grad=True)
optimizer = torch.optim.Adam([image, *weights])
for step in range(3):
    optimizer.zero_grad()
    anew = {name: head(image) for name, head in heads.items()}
    loss = sum(value.square().mean() for value in anew.values())
    loss = loss + sum((vgg(image) - feature).square().mean() for feature in cut_off)
    loss.backward()
    optimizer.zero_grad()
    sum((vgg(image) - feature).square().mean() for feature in wanted).backward()  # expect: RTG102
    optimizer.step()
