"""A Linear of the program's own behind another layer saves its weight, which the step changes."""

import torch
from torch import nn


class Constant(nn.Linear):
    def reset_parameters(self):
        nn.init.constant_(self.weight, 0.5)
        nn.init.zeros_(self.bias)


first, second = Constant(3, 3), Constant(3, 3)
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1)
loss = second(first(torch.randn(2, 3))).sum()
optimizer.zero_grad()
loss.backward(retain_graph=True)
optimizer.step()
loss.backward()  # expect: RTG103
