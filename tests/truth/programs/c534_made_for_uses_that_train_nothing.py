"""Features that only classifiers of another optimiser use, before their name is bound anew: a detach() where they are made lets go
of their graph at once."""

import torch
from torch import nn

torch.manual_seed(0)
G, one, two = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 4)), nn.Linear(4, 1), nn.Linear(4, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_c = torch.optim.SGD([*one.parameters(), *two.parameters()], lr=0.1)
for _ in range(3):
    features = G(torch.randn(5, 4))
    loss = one(features).square().mean() + two(features).abs().mean()
    opt_c.zero_grad()
    loss.backward()  # expect: RTG301
    opt_c.step()
    opt_g.zero_grad()
    features = G(torch.randn(5, 4))
    (one(features) - two(features)).abs().mean().backward()
    opt_g.step()
