"""`contiguous()` copies a view that is laid out otherwise: what is written there changes nothing else. Else it is the same."""

import torch
from torch import nn

conv = nn.Conv2d(2, 3, 3)
kept = torch.relu(conv(torch.randn(1, 2, 5, 5)))
rows = kept.permute(0, 2, 3, 1).contiguous().view(-1, 3)
rows[0] = 0.0
(rows.sum() + kept.sum()).backward()

weight = nn.Parameter(torch.randn(3, 2))
optimizer = torch.optim.SGD([weight], lr=0.1)
inputs = torch.randn(4, 3, requires_grad=True)
loss = (inputs @ weight.t().contiguous().t()).sum()
optimizer.zero_grad()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()

kept = torch.relu(conv(torch.randn(1, 2, 5, 5)))
rows = kept.view(-1, 3).contiguous()
rows[0] = 0.0
(rows.sum() + kept.sum()).backward()  # expect: RTG103
