"""What is written in place, hooks that come late, gradients of gradients, and layers that keep nothing."""

import torch
import torch.nn.functional as F
from torch import nn

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.randn(4, 2)

losses = {"one": net(x).sum(), "two": net(x).sum()}
torch.autograd.backward(losses.values(), retain_graph=True)
torch.autograd.backward(list(losses.values()))
losses = {"one": net(x).sum(), "two": net(x).sum()}
torch.autograd.backward(losses.values(), retain_graph=True)  # expect: RTG201

losses = {}
kept = F.alpha_dropout(net(x), 0.5)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

weight = torch.ones(2, 2, requires_grad=True)
kept = net(x) @ weight
kept.sum().backward(retain_graph=True)
try:
    weight[0].mul_(2)
except RuntimeError:
    kept.mean().backward()
with torch.no_grad():
    weight[0].mul_(2)
    nn.ReLU(True)(weight[0] * 2)
kept = net(x) @ weight
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept, other = net(x), net(x)


def send(gradient):
    with torch.enable_grad():
        kept.mean().backward()


kept.sum().backward(retain_graph=True)
other.register_hook(send)
other.sum().backward()

norm = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2, track_running_stats=False))
kept = norm(x)
kept.sum().backward(retain_graph=True)
kept.mean().backward()

kept = net(x)
kept.sum().backward(retain_graph=True)
for parameter in net.parameters():
    if parameter.grad is not None:
        parameter.grad.data.mul_(0.5)
        parameter.grad.detach_()
kept.mean().backward()


def penalise(model, wanted, batches):
    for batch in batches:
        slopes = torch.autograd.grad(model(batch).square().sum(), wanted, create_graph=True)
        norm = sum(slope.square().sum() for slope in slopes)
        norm.backward(retain_graph=True)
        norm.backward()


def train(optimizer, model, helper, batches):
    for batch in batches:
        kept = model(batch)
        kept.sum().backward(retain_graph=True)
        helper.update(kept)
        kept.mean().backward()
        helper.step(optimizer)
        helper.load_state_dict({})
        model.head.zero_grad()
        cached = helper.update(kept.detach(), kept.detach())
        (model(batch) * cached).mean().backward()
        helper.cache_clear()
        helper.close()


class Helper:
    def update(self, *given):
        return given[0]

    def step(self, optimizer):
        optimizer.step()
        optimizer.zero_grad()

    def load_state_dict(self, state):
        self.state = state

    def cache_clear(self):
        pass

    close = cache_clear


net.head = net[0]
globals()["pena" + "lise"](net, list(net.parameters()), torch.randn(3, 4, 2))
globals()["tra" + "in"](torch.optim.SGD(net.parameters(), lr=0.1), net, Helper(), torch.randn(3, 4, 2))
