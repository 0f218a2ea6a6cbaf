"""`retain` is handed down; one of the two callers needs it."""
from losses import LossKeeper
import torch
from torch import nn

net, first, second = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*net.parameters(), *first.parameters(), *second.parameters()], lr=0.1)
keeper = LossKeeper()
for _ in range(2):
    optimizer.zero_grad()
    code = net(torch.randn(5, 3)).tanh()
    keeper.backward(first(code).mean(), retain=True)
    keeper.backward(second(code).mean())
    optimizer.step()
