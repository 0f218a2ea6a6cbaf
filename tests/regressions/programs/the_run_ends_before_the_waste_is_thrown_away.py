import random

import torch
from torch import nn

maker, judge = nn.Linear(4, 4), nn.Linear(4, 4)
opt_maker = torch.optim.SGD(maker.parameters(), lr=0.1)
opt_judge = torch.optim.SGD(judge.parameters(), lr=0.1)
for x in [torch.randn(2, 4), torch.randn(2, 4)]:
    opt_maker.zero_grad()
    opt_judge.zero_grad()
    loss = judge(maker(x)).norm()
    if random.random() < 0.5:
        loss.backward()
    opt_judge.step()
