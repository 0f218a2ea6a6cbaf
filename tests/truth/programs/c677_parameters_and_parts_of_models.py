"""Parameters, layers and models that are taken apart, frozen in part, and given to optimisers."""

import operator

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.register_buffer("seen", torch.zeros(width))
        self.parts = (nn.Linear(2, 2), nn.Tanh())

    def forward(self, x, factor=1.0):
        return (self.parts[1](self.parts[0](x)) * self.scale * factor).tanh()


class Tower(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList([Head(2), Head(2)])
        self.one = self.heads[0]
        self.alias = self.one

    def forward(self, x):
        for head in self.heads:
            x = head(x)
        return x


x = torch.randn(4, 2)
tower = Tower()
kept = tower(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

names = [name for name, part in tower.named_modules()]
kept = tower(x)
kept.sum().backward(retain_graph=True)
if len(names) == 4:
    kept.mean().backward()

weights = {"scale": torch.ones(2, requires_grad=True)}
kept = functional_call(tower.one, weights, (x,), {"factor": 2.0})
kept.sum().backward(retain_graph=True)
kept.mean().backward()
kept = functional_call(tower.one, weights, x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = nn.Sequential(nn.Flatten(), nn.Linear(2, 2), nn.Sigmoid())(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

scores = nn.Linear(2, 3)(x)
chosen = scores.argmax(1)
F.cross_entropy(scores, chosen).backward(retain_graph=True)
F.nll_loss(scores.log_softmax(1), chosen).backward()

bag = nn.EmbeddingBag(5, 2)
kept = bag(torch.tensor([[0, 1], [2, 3]]))
kept.sum().backward(retain_graph=True)
kept.mean().backward()

rnn = nn.LSTM(2, 3, num_layers=2)
kept, (hidden, cell) = rnn(x[None])
kept.sum().backward(retain_graph=True)
(hidden.mean() + cell.mean()).backward()
kept, states = rnn(x[None])
kept.sum().backward(retain_graph=True)
(rnn(x[None], states)[0].mean() + rnn.weight_hh_l1.sum() + rnn.bias_ih_l0.sum()).backward()

read = operator.attrgetter("one.scale")
kept = read(tower) * net(x) if (net := nn.Tanh()) else None
kept.sum().backward(retain_graph=True)
kept.mean().backward()

noise = (x * 2).requires_grad_()
descent = torch.optim.SGD([{"params": [noise]}], lr=0.1)
for _ in range(2):
    descent.zero_grad()
    loss = tower(noise).square().mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    descent.step()

both = torch.optim.SGD(tower.parameters(), lr=0.1)
both.add_param_group({"params": [noise]})
tower.zero_grad()
kept = tower(noise)
kept.sum().backward(retain_graph=True)  # expect: RTG201
both.step()

mixed = nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.0, True), nn.ReLU(True))
mixed.train(len(names) > 2)
kept = mixed(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

for part in (nn.Identity(), nn.Tanh()):
    part.extra = net(tower(x))
    part.extra.sum().backward(retain_graph=True)
    part.extra.mean().backward()
tower.__dict__["kept"] = tower(x)
tower.kept.sum().backward(retain_graph=True)
tower.kept.mean().backward()
vars(tower).update(kept=tower(x), other=1)
tower.kept.sum().backward(retain_graph=True)
vars(tower).setdefault("kept", None).mean().backward()
