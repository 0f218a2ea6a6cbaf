"""A path that reads a name which the script binds only later raises: what would come after it is never reached."""

import torch
from torch import nn

torch.manual_seed(0)
net, head = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), 0.1)
head_opt = torch.optim.SGD(head.parameters(), 0.1)


def twice(x):
    out = net(x).exp()
    loss = out.mean() + penalty(out)
    loss.backward()
    out.sum().backward()


def not_detached(x):
    fake = net(x)
    loss = head(fake).mean() + penalty(fake)
    head_opt.zero_grad()
    loss.backward()
    head_opt.step()
    opt.zero_grad()
    head(net(x)).mean().backward()
    opt.step()


def retained(x):
    out = net(x).exp()
    out.mean().backward(retain_graph=True)
    weigh(out).backward()
    opt.step()


def handled(x):
    out = net(x).exp()
    try:
        loss = late(out)
    except NameError:
        loss = out.sum()
    loss.backward(retain_graph=True)  # expect: RTG201


def on_one_path(x, flag):
    out = net(x).exp()
    if flag:
        loss = late(out)
        loss.backward()
    out.sum().backward()


for function in (twice, not_detached):
    try:
        function(torch.randn(2, 3))
    except NameError:
        pass
handled(torch.randn(2, 3))
on_one_path(torch.randn(2, 3), torch.rand(1).item() > 2)


def penalty(out):
    return out.square().mean()


def weigh(out):
    return out.square().mean()


def late(out):
    return out.square().sum()


def again(x):
    out = net(x).exp()
    (out.mean() + penalty(out)).backward(retain_graph=True)
    out.sum().backward()


retained(torch.randn(2, 3))
again(torch.randn(2, 3))
