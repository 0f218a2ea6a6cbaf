"""A library of helpers hands torch on (`from helpers import *`): its names keep their meaning in each iteration of a script's
loops. (The library is set up here, in opaque code.)"""

import sys
import types

LIBRARY = types.ModuleType("notebook_helpers")
exec("import torch\nfrom torch import nn", LIBRARY.__dict__)
sys.modules["notebook_helpers"] = LIBRARY

from notebook_helpers import *  # noqa: E402, F403

net = nn.Linear(2, 2)  # noqa: F405
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)  # noqa: F405
step = 0
while step < 4:
    for batch in torch.ones(2, 3, 2):  # noqa: F405
        loss = torch.mean(net(batch))  # noqa: F405
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        step += 1

hidden = net(torch.ones(3, 2)).exp()  # noqa: F405
for _ in range(3):
    torch.mean(hidden).backward(retain_graph=True)  # noqa: F405
