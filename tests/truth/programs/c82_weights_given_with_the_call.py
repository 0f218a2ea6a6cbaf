"""A module that is called with other tensors in its parameters' places hangs on those; afterwards it has its own again."""

import torch
from torch import nn
from torch.func import functional_call


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x, shift=0.0):
        return self.body(x) * self.scale + shift


net = Scaled()
normed = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
optimizer = torch.optim.SGD([*net.parameters(), *normed.parameters()], lr=0.1)


def adapt(create_graph):
    params = dict(net.named_parameters())
    loss = functional_call(net, params, (torch.randn(5, 2),)).square().mean()
    grads = torch.autograd.grad(loss, tuple(params.values()), create_graph=create_graph)
    return {name: p - 0.1 * grad for (name, p), grad in zip(params.items(), grads)}


for step in range(3):
    optimizer.zero_grad()
    fast = adapt(create_graph=True)
    first = functional_call(net, fast, (torch.randn(5, 2),)).square().mean()
    second = functional_call(net, fast, (torch.randn(5, 2),), {"shift": 1.0}).square().mean()
    first.backward(retain_graph=True)
    second.backward(retain_graph=True)  # expect: RTG201
    third = functional_call(net, adapt(create_graph=True), torch.randn(5, 2)).square().mean()
    third.backward(retain_graph=True)  # expect: RTG201
    own = net(torch.randn(5, 2)).square().mean()
    own.backward(retain_graph=True)  # expect: RTG201
    halved = {name: p / 2 for name, p in normed.named_parameters()}
    fourth = functional_call(normed, (halved, dict(normed.named_buffers())), (torch.randn(5, 2),)).square().mean()
    fourth.backward(retain_graph=True)
    fifth = functional_call(normed, halved, (torch.randn(5, 2),)).square().mean()
    fifth.backward()
    some = {"scale": net.scale.exp()}
    sixth = functional_call(net, some, (torch.randn(5, 2),)).square().mean()
    sixth.backward(retain_graph=True)
    seventh = functional_call(net, some, (torch.randn(5, 2),)).square().mean()
    seventh.backward()
    eighth = torch.nn.utils.stateless.functional_call(net, adapt(create_graph=False), (torch.randn(5, 2),))
    eighth.square().mean().backward(retain_graph=True)
    eighth.abs().mean().backward()
    optimizer.step()
