"""Both parts of an encoding are judged: only a detach() of each keeps the gradients of no use out of the encoder."""

import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4))
one, two = nn.Linear(2, 1), nn.Linear(2, 1)
opt_encoder = torch.optim.SGD(encoder.parameters(), lr=0.1)
opt_judges = torch.optim.SGD([*one.parameters(), *two.parameters()], lr=0.1)
for _ in range(3):
    code = encoder(torch.randn(5, 4))
    left, right = code[:, :2], code[:, 2:]
    loss = one(left.detach()).square().mean() + two(right.detach()).square().mean()
    opt_judges.zero_grad()
    loss.backward()
    opt_judges.step()
    code = encoder(torch.randn(5, 4))
    opt_encoder.zero_grad()
    (one(code[:, :2]) + two(code[:, 2:])).square().mean().backward()
    opt_encoder.step()
