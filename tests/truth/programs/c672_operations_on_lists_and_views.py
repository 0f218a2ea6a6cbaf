"""What operations and layers do with lists, views, labels and what is written in place."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)

stacked = torch.stack(list(reversed([net(x), net(x)])))
stacked.sum().backward(retain_graph=True)
stacked.mean().backward()
joined = torch.cat(list(zip([net(x)], [net(x)]))[0])
joined.sum().backward(retain_graph=True)
joined.mean().backward()
joined = torch.cat(((net(x), x), (x, net(x)))[0])
joined.sum().backward(retain_graph=True)
joined.mean().backward()

base = net(x) * 3
view = base[0]
view.mul_(2)
base.sum().backward(retain_graph=True)
view.mean().backward()

given = torch.zeros(4, 2)
row = given[0]
row.add_(net(x)[0])
given.sum().backward(retain_graph=True)
given.mean().backward()

counts = torch.zeros(2)
kept = net(x)
kept.sum().backward(retain_graph=True)
torch.logical_not(counts, out=counts)
counts.logical_not_()
(kept * counts).mean().backward()

chosen = net(x).argmax(-1)
kept = net(x)
kept.sum().backward(retain_graph=True)
F.one_hot(chosen, 2)
(kept * F.one_hot(chosen, 2)).mean().backward()

kept = nn.Tanh()(x)
weighted = nn.Softmax(-1)(net(x))
weighted.sum().backward(retain_graph=True)
(weighted * kept).mean().backward()

kept = nn.Dropout(0.0)(net(x))
kept.sum().backward(retain_graph=True)
kept.mean().backward()
pooled, places = nn.MaxPool1d(2, return_indices=True)(net(x))
pooled.sum().backward(retain_graph=True)
nn.MaxUnpool1d(2)(pooled, places).mean().backward()

state = torch.zeros(1, 4, 3)
hidden, state = nn.GRU(2, 3)(x[None], state)
hidden.sum().backward(retain_graph=True)
state.mean().backward()

given = torch.randn(4, 2, requires_grad=True)
kept = net(given).sum()
(slope,) = torch.autograd.grad(kept, given, create_graph=True)
slope.square().sum().backward(retain_graph=True)
kept.backward()
slopes = torch.autograd.grad(net(given).sum(), [given, *net.parameters()], create_graph=True)
sum(part.square().sum() for part in slopes).backward(retain_graph=True)
slopes[0].square().mean().backward()
