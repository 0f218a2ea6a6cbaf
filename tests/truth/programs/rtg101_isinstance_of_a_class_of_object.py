"""An object of a class that derives from `object` alone is no layer: the branch that would free the graph is not taken."""

import torch


class Options(object):  # noqa: UP004
    def __init__(self):
        self.width = 3


options = Options()
weight = torch.rand(options.width, requires_grad=True)
loss = (weight * weight).sum()
if isinstance(options, torch.nn.Linear):
    loss.backward()
loss.backward()
print(weight.grad)
