import torch
from torch import nn


def divergence(x, mean, scale):
    return ((x - mean.view(-1, 2)) * scale.view(-1, 2)).square().sum()


def train(encoder, optimizer, batches):
    for batch in batches:
        parts = encoder(batch)
        sample = parts[0] + parts[1]
        loss = divergence(sample, *parts)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Halves(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 4)

    def forward(self, x):
        return self.layer(x).chunk(2, -1)


net = Halves()
globals()["tra" + "in"](net, torch.optim.SGD(net.parameters(), 0.1), [torch.randn(3, 2) for _ in range(3)])
