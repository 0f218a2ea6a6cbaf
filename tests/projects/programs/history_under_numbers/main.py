"""Losses kept under the numbers of the steps, in a line of more than ASCII."""
import torch
from torch import nn


def weigh(loss, word):
    return loss * len(word)


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
logs = {}
for step in range(3):
    optimizer.zero_grad()
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    # instead: logs[step] = weigh(loss, "größe").detach()
    logs[step] = weigh(loss, "größe")  # expect: RTG204
    optimizer.step()
print(sum(float(loss) for loss in logs.values()))
