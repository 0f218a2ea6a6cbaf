import torch
from torch import nn


class Options:
    def __init__(self, values):
        self.kinds = {}
        for name, value in values:
            self.add(name, value)

    def add(self, name, value):
        if getattr(self, name, None) is not None:
            raise ValueError(name)
        self.kinds[name] = type(value)
        setattr(self, name, value)


def _train(pairs):
    options = Options(pairs())
    net = nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), 0.1)
    for _ in range(3):
        loss = net(torch.randn(2, 2)).square().sum() * options.weight
        opt.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        opt.step()


globals()["_tr" + "ain"](lambda: [("weight", 2.0), ("name", "a")])
