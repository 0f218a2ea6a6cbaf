"""Two of three iterations send their losses backward: the second of them meets a step on the gradients of the first."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def train(batches: list[torch.Tensor]) -> None:
    for i, x in enumerate(batches):
        loss = net(x).square().sum()
        optimizer.step()
        optimizer.zero_grad()
        if i % 3 != 0:
            loss.backward()  # expect: RTG103


train(eval("[torch.rand(2, 3) for _ in range(10)]"))
