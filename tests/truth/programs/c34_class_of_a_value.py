"""What `type` and `isinstance` say of a tensor is known: no path leads through the branches for arrays or lists."""

import numpy as np
import torch
from torch import nn


def to_numpy(x):
    if type(x) == np.ndarray:
        return x
    return x.detach().numpy()


def pick(x):
    if type(x) in (list, tuple):
        return x[0]
    if isinstance(x, (np.ndarray, str)):
        return torch.as_tensor(x)
    return x


net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for _ in range(3):
    parts = [net(torch.rand(4, 2)).square().mean()]
    loss = pick(parts) if isinstance(parts, list) else parts.mean()
    optimizer.zero_grad()
    loss.backward()
    if type(loss) is not torch.Tensor or type(net.weight) is torch.Tensor:
        loss.backward()
    optimizer.step()
    losses.append(to_numpy(loss))

once = net(torch.rand(4, 2)).square().mean()
if type(parts) not in (list, tuple) or type((once, once)) is not tuple:
    once.backward()
once.backward()
