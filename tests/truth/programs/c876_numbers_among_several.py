"""A graph is gone through in the iterations whose numbers are among some constants, and freed in the last of them."""

import torch
from torch import nn

net = nn.Linear(3, 3)
loader = torch.utils.data.DataLoader(torch.rand(30, 3))

kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in enumerate(loader):
    if number in (4, 5):
        kept.sum().backward(retain_graph=number == 4)
kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in enumerate(loader):
    if number in [3, 7, 9]:
        kept.sum().backward(retain_graph=number != 9)
kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in enumerate(loader):
    if number in (4,):
        kept.sum().backward()
kept = net(torch.rand(2, 3)).sigmoid()
for number, _ in enumerate(loader):
    if number not in (4, 5):
        continue
    if number == 4:
        kept.sum().backward(retain_graph=True)
    else:
        kept.sum().backward()
