"""A loop over one of several containers of layers, which many options have made, finds modules in it."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, options):
        super().__init__()
        base = [nn.Linear(3, 3)]
        if options["wide"]:
            base.append(nn.Linear(3, 3))
        if options["deep"]:
            base.append(nn.Tanh())
        if options["bounded"]:
            base.append(nn.Sigmoid())
        if options["long"]:
            base.append(nn.Linear(3, 3))
        self.base = nn.ModuleList(base)

    def forward(self, x):
        for layer in self.base:
            x = layer(x)
        return x


def train(options, batches):
    net = Net(options)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in batches:
        loss = net(batch).square().mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
        features = net(batch)
        optimizer.zero_grad()
        features.sum().backward(retain_graph=True)
        features.mean().backward()
        optimizer.step()


exec("""
options = {"wide": True, "deep": True, "bounded": False, "long": True}
train(options, [torch.rand(2, 3), torch.rand(2, 3)])
""")
