"""The state of an LSTM is a tuple, and at first None: the graph is carried over in it, but it has no detach() of its own."""

import torch
from torch import nn

rnn = nn.LSTM(3, 4)
optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1)
state = None
for step in range(3):
    out, state = rnn(torch.randn(2, 1, 3), state)
    optimizer.zero_grad()
    out.square().mean().backward()  # expect: RTG102
    optimizer.step()
