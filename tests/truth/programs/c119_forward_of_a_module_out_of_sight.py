"""`net.forward(x)` is the call of the module, though its class cannot be seen: what it returns requires grad."""

import torch
from torch import nn


def learn(net, x, actions):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(2):
        values = torch.stack([net.forward(x), net.forward(2 * x)], dim=1)
        chosen = torch.gather(values, 2, actions).squeeze(2)
        values[x[:, None, :2].expand(-1, 2, -1) > 9] = -1e9
        opt.zero_grad()
        (chosen**2).sum().backward()  # expect: RTG103
        opt.step()


eval("learn")(nn.Linear(3, 2), torch.rand(4, 3), torch.zeros(4, 2, 1, dtype=torch.long))
