"""A few functions of numpy call the method of what they are given: the tensor comes back with its graph, and only arrays are
data."""

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
painter, judge = nn.Linear(2, 4), nn.Linear(4, 1)
opt_p, opt_j = (torch.optim.SGD(net.parameters(), lr=0.1) for net in (painter, judge))
loss_of = nn.MSELoss()
for _ in range(2):
    picture = painter(torch.randn(5, 2))
    opt_j.zero_grad()
    judge_loss = loss_of(np.squeeze(judge(picture.detach())), torch.zeros(5))
    judge_loss.backward(retain_graph=True)  # expect: RTG201
    opt_j.step()
    opt_p.zero_grad()
    painter_loss = loss_of(np.squeeze(judge(picture), axis=1), torch.ones(5))
    painter_loss.backward()
    opt_p.step()

weights = torch.from_numpy(np.squeeze(np.ones((1, 4), dtype=np.float32)))
for _ in range(2):
    (
        painter(torch.from_numpy(np.swapaxes(np.ones((2, 5), dtype=np.float32), 0, 1))) * weights
    ).square().mean().backward()
    shown = np.squeeze(painter(torch.randn(5, 2)).detach().numpy())
    print(shown.shape)
