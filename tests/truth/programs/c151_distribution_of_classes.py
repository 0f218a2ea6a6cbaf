"""A Categorical normalises its logits when it is built, once for all iterations."""

import torch
from torch import nn
from torch.distributions import Categorical

logits = nn.Parameter(torch.zeros(3))
optimizer = torch.optim.SGD([logits], lr=0.1)
choice = Categorical(logits=logits)
for _ in range(3):
    optimizer.zero_grad()
    loss = -choice.log_prob(torch.tensor([0, 2])).mean()
    loss.backward()  # expect: RTG102
    optimizer.step()
