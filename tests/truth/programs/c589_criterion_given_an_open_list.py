"""A criterion hands on the outputs of an unseen network with the targets, as a list of unknown length, to its base: the loss hangs on
the network, and the step moves it."""

import torch
from torch import nn


class Mixed(nn.CrossEntropyLoss):
    def __init__(self, auxiliary=True):
        super(Mixed, self).__init__(ignore_index=-1)
        self.auxiliary = auxiliary

    def forward(self, *inputs):
        outputs, target = tuple(inputs)
        inputs = tuple(list(outputs) + [target])
        if self.auxiliary:
            return dict(loss=sum(super(Mixed, self).forward(output, target) for output in outputs))
        return dict(loss=super(Mixed, self).forward(*inputs))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3)

    def forward(self, x):
        return (self.layer(x),)


def train(make, batches):
    net = make()
    criterion = Mixed(False)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, target in batches:
        losses = criterion(net(x), target)
        optimizer.zero_grad()
        losses["loss"].backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


globals()["_train"[1:]](globals()["_Net"[1:]], [(torch.randn(4, 2), torch.tensor([0, 1, 2, 0])) for _ in range(3)])
