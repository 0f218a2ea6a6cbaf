"""Only one of the two states of an LSTM is detached."""

import torch

lstm = torch.nn.LSTM(3, 4, 2)
optimizer = torch.optim.SGD(lstm.parameters(), lr=0.1)
state = None
for _ in range(5):
    out, state = lstm(torch.randn(2, 1, 3), state)
    optimizer.zero_grad()
    out.mean().backward()  # expect: RTG102
    optimizer.step()
    state = list(state)
    state[0] = state[0].detach()
    state = tuple(state)
