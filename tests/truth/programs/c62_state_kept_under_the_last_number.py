"""The state of the last iteration, kept in a dictionary by its number, is sent backward again."""

import torch

cell = torch.nn.GRUCell(3, 4)
inputs = torch.randn(12, 2, 3)
history = {}
state = torch.zeros(2, 4)
for t in range(12):
    state = cell(inputs[t], state.detach())
    history[t] = state
    loss = state.mean() + (0.1 * history[t - 1].mean() if t else 0)
    loss.backward()  # expect: RTG102
