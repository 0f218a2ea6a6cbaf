import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(size, size) for _ in range(depth)])
        self.loss = None

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        self.loss = x.square().sum()
        return x


def _train(options, batches):
    rate = 0.1
    if options.fast:
        rate = 0.2
    momentum = 0.0
    if options.heavy:
        momentum = 0.9
    if options.small:
        batches = batches[:2]
    name = "plain"
    if options.named:
        name = options.named
    net = Net(2, 3)
    if options.shown:
        print(name)
    optimizer = torch.optim.SGD(net.parameters(), rate, momentum)
    for batch in batches:
        net(batch)
        optimizer.zero_grad()
        net.loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


class Options:
    fast = heavy = small = shown = True
    named = ""


globals()["_tr" + "ain"](Options, [torch.randn(3, 2)] * 3)
