"""A learned optimiser: a network's parameters become what another network makes of their gradients, which trains the other."""

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, lr):
        super().__init__()
        self.lr = nn.Parameter(torch.tensor(lr))

    def forward(self, grad):
        return self.lr * grad


def update_module(module, updates):
    for key in module._parameters:
        if key in updates:
            module._parameters[key] = module._parameters[key] + updates[key]


net, scale = nn.Linear(4, 1), Scale(0.1)
opt = torch.optim.SGD(scale.parameters(), lr=0.1)
for step in range(3):
    for key in net._parameters:
        net._parameters[key] = net._parameters[key].detach().requires_grad_()
    grads = torch.autograd.grad(net(torch.randn(2, 4)).square().mean(), list(net._parameters.values()))
    update_module(net, {key: -scale(grad) for key, grad in zip(net._parameters, grads)})
    opt.zero_grad()
    loss = net(torch.randn(2, 4)).square().mean()
    loss.backward()
    opt.step()
