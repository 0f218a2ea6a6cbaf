"""A slice of what is gone through says nothing of how many there are."""

import torch
from torch import nn

net = nn.Linear(2, 1)


def weigh(weights):
    hidden = net(torch.rand(3, 2)).exp()
    first = weights[:1]
    for weight in weights:
        (hidden * weight * len(first)).sum().backward()  # expect: RTG102


exec("""weigh([0.1, 0.2, 0.3, 0.4])""")
