import torch
from torch import nn


def criterion(preds, target):
    return (preds.mean(1) - target.view(-1)).square().sum()


def train(net, optimizer, batches):
    for batch in batches:
        outputs = net(batch)
        losses = criterion(*(list(outputs) + [batch[:, 0]]))
        optimizer.zero_grad()
        losses.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Single(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 4)

    def forward(self, x):
        return (self.layer(x),)


net = Single()
globals()["tra" + "in"](net, torch.optim.SGD(net.parameters(), 0.1), [torch.randn(3, 2) for _ in range(3)])
