"""Ways to compute without a history, and to compute with one."""

import functools

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)


@torch.no_grad
def measure(given):
    return net(given)


@torch.enable_grad
def follow(given):
    return net(given)


def weigh(model, given):
    return model(given)


targets = [
    torch.no_grad()(net.forward)(x),
    torch.no_grad()(functools.partial(weigh, net))(x),
    torch.no_grad()(functools.partial(weigh))(net, x),
    measure(x),
]
for _ in range(2):
    loss = sum((net(x) - target).square().mean() for target in targets)
    loss.backward(retain_graph=True)  # expect: RTG201

with torch.no_grad():
    kept = follow(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

sums, means = torch.atleast_1d(net(x).sum(), net(x).mean())
sums.backward(retain_graph=True)
sums.backward()
means.backward(retain_graph=True)  # expect: RTG201
wide, narrow = torch.broadcast_tensors(net(x), net(x)[:1])
wide.sum().backward(retain_graph=True)  # expect: RTG201
narrow.sum().backward()
rows, columns = torch.meshgrid(net(x)[0], net(x)[1], indexing="ij")
rows.sum().backward()
columns.sum().backward(retain_graph=True)
columns.mean().backward()

kept = net(x)
cut = kept * 2
torch.detach_(cut)
for part in [cut, 3]:
    if isinstance(part, torch.Tensor):
        part.detach_()
kept.sum().backward(retain_graph=True)  # expect: RTG201
(net(x) * cut).mean().backward()

with torch.autocast("cpu", enabled=False):
    kept = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
kept = net(x)
kept.sum().backward(retain_graph=True)
snapshot = optimizer.state_dict()
if snapshot["param_groups"]:
    kept.mean().backward()
