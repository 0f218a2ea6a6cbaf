"""A layer that derives from one of torch's saves what that saves: a Linear that is fed data saves no weight, and no step makes
its graph stale."""

import torch
from torch import nn


class Constant(nn.Linear):
    def reset_parameters(self):
        nn.init.constant_(self.weight, 0.5)
        nn.init.zeros_(self.bias)


class Cast(nn.LayerNorm):
    def forward(self, x):
        return super().forward(x.float()).type_as(x)


class Scaled(nn.Linear):
    def __init__(self, width):
        super().__init__(width, width, bias=False)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return nn.functional.linear(x, self.weight * self.scale)


first, norm, scaled = Constant(3, 3), Cast(3), Scaled(3)
layers = nn.ModuleList([first, norm, scaled])
optimizer = torch.optim.SGD(layers.parameters(), lr=0.1)
x = torch.randn(2, 3)

loss = first(x).tanh().sum()
optimizer.zero_grad()
loss.backward(retain_graph=True)
optimizer.step()
optimizer.zero_grad()
loss.backward()
optimizer.step()

optimizer.zero_grad()
scaled(norm(first(x))).sum().backward(retain_graph=True)  # expect: RTG201
optimizer.step()
