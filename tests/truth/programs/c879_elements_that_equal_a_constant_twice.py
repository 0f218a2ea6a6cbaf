"""Elements that are not known decide what is trained: the graph of one is gone through twice, whichever it is."""

import torch
from torch import nn

net = nn.Linear(3, 3)

for word in eval("['first', 'second']"):
    if word == "second":
        kept = net(torch.rand(2, 3)).sigmoid()
        kept.mean().backward()
        kept.sum().backward()  # expect: RTG101
