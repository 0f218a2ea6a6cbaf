"""Graphs behind views, hooks and gradients that the program changes itself."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(4, 2)
box = []

for _ in range(2):
    optimizer.zero_grad()
    net(x).sum().backward()
    for parameter in net.parameters():
        parameter.grad.normal_()
    optimizer.step()
    net(x).sum().backward()
    for parameter in net.parameters():
        parameter.grad.detach_().clamp_(-1, 1)
        parameter.grad[0] = 0.0
    optimizer.step()

kept = net(x)
hidden = net[0](x)


def send(gradient):
    with torch.enable_grad():
        kept.mean().backward()


hidden.register_hook(send)
kept.sum().backward(retain_graph=True)
hidden.sum().backward()

kept = net(x)
handle = kept.register_hook(lambda gradient: box.append(gradient))
kept.sum().backward(retain_graph=True)
handle.remove()
kept.mean().backward()

given = torch.randn(4, 2, requires_grad=True)
inner = net(given)
(slope,) = torch.autograd.grad(inner.sum(), given, create_graph=True)
penalty = slope.square().mean()
penalty.backward(retain_graph=True)
inner.mean().backward()

inner = net(given)
inner.sum().backward(create_graph=True)
given.grad.square().sum().backward(retain_graph=True)
inner.mean().backward()
given.grad = None


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * factor

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * ctx.factor + 0 * x, None


kept = Scale.apply(net(x), 2.0)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
with torch.no_grad():
    kept = Scale.apply(net(x), 2.0)
(net(x) * kept).mean().backward(retain_graph=True)  # expect: RTG201

kept = torch.utils.checkpoint.checkpoint(net, x, use_reentrant=False)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = torch.utils.checkpoint.checkpoint(lambda given: given.detach() * 2, given, use_reentrant=True)
(net(x) * kept.detach()).mean().backward(retain_graph=True)  # expect: RTG201

total = torch.zeros(2)
logs = {}
for step in range(3):
    kept = net(x)
    logs[step], *_ = kept.detach()
    total += kept.sum(0).detach()
    kept.sum().backward(retain_graph=True)
    kept.mean().backward()
for step in range(2):
    logs = {}
    logs[step] = net(x).sum(); logs[step].backward(retain_graph=True)
    logs[step].backward()
