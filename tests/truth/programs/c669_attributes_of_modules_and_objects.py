"""What attributes and classes say of modules and tensors, and what is stored under them."""

import collections.abc

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())

    def forward(self, x):
        hidden = self.body(x)
        return hidden if self.training else hidden.detach()


class Stack(nn.Sequential):
    pass


Base = eval("dict")


class Store(Base):
    pass


class Box:
    pass


def weigh(kept):
    return kept * 2


net, x = Net(), torch.randn(4, 2)
flag = bool(eval("1"))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
kept = net(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
net.eval()
assert not net(x).requires_grad
net.train(flag)

kept = net.body(x)
kept.sum().backward(retain_graph=True)
if net.body[0].training:
    kept.mean().backward()

net = Net()
again = net.__class__()
kept = again(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if weigh.__name__ == "weigh" and Net.__name__ == "Net":
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if weigh.__name__ == "Net":
    kept.mean().backward()

optimizer.kept = net(x)
optimizer.kept.sum().backward(retain_graph=True)
optimizer.kept.mean().backward()

box = Box()
box.__setattr__("kept", net(x))
box.kept.sum().backward(retain_graph=True)
box.kept.mean().backward()

store = Store()
store["kept"] = net(x)
store["kept"].sum().backward(retain_graph=True)
store["kept"].mean().backward()

heads = nn.ModuleDict()
heads["one"] = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
kept = heads["one"](x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()
layers = nn.Sequential(nn.Linear(2, 2), nn.Identity())
layers[1] = nn.Tanh()
kept = layers(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
try:
    heads["two"](x)
except KeyError:
    kept.mean().backward()

kept, scale = net(x), torch.ones(2).requires_grad_(flag)
kept.sum().backward(retain_graph=True)
if scale.requires_grad:
    (kept * scale).mean().backward()

for part in (net.body[0], net.body[1]):
    kept = net(x)
    kept.sum().backward(retain_graph=True)
    bias = getattr(part, "bias", None)
    (kept.mean() if bias is None else (kept * bias).mean()).backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
if type(net) is Net and isinstance(Stack(nn.Tanh()), nn.Sequential) and isinstance(net, collections.abc.Callable):
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)  # expect: RTG201
if type(net) is Stack or isinstance(net.body[0], nn.modules.batchnorm._BatchNorm) or isinstance(net, nn.Linear):
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
if not isinstance("text", Net) and isinstance(nn.BatchNorm1d(2), nn.modules.batchnorm._BatchNorm):
    kept.mean().backward()
kept = net(x)
kept.sum().backward(retain_graph=True)
Other = type("Other", tuple([Net]), {})
Other()(x).sum().backward()
if hasattr(net, "bo" + "dy"):
    kept.mean().backward()
