"""A criterion raises an error that holds the loss when it is no number: paths that go on have handed it to nobody."""

import torch
from torch import nn

net = nn.Linear(2, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


class Criterion(nn.Module):
    def forward(self, out):
        loss = out.exp().mean()
        if torch.isnan(loss):
            raise RuntimeError(loss)
        return loss


criterion = Criterion()


def train():
    for _ in range(2):
        loss = criterion(net(torch.ones(3, 2)))
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


train()
