import torch
from torch import nn

left, right = nn.Linear(4, 4), nn.Linear(4, 4)
for x in [torch.randn(2, 4), torch.randn(2, 4)]:
    loss = left(x).norm()
    other = right(x).norm()
    loss.backward()
    for part in [other, loss]:
        part.backward()
