"""More paths than the budget allows leave containers behind: what is sent back once more may be any graph in them."""

import argparse

import torch
from torch import nn
from torch.distributions import Bernoulli

parser = argparse.ArgumentParser()
parser.add_argument("--loss", default="bce", choices=["bce", "mixup", "none"])
for name in ("deep", "wide", "noisy", "bounded", "scaled"):
    parser.add_argument(f"--{name}", type=int, default=1)
options = parser.parse_args([])
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
block, other = nn.Linear(4, 4), nn.Linear(4, 4)
optimizer = torch.optim.SGD([*critic.parameters(), *block.parameters(), *other.parameters()], lr=0.01)


def encode(x):
    if options.deep:
        x = block(x)
    if options.wide:
        x = other(x).tanh()
    if options.noisy:
        x = x + block(x).sigmoid()
    if options.bounded:
        x = x.cos() * other(x)
    if options.scaled:
        x = block(x).exp()
    return x


def lists(x):
    hidden = encode(x)
    if options.loss == "bce":
        policy, expert = critic(hidden), critic(x)
        (policy.sigmoid().mean() - expert.sigmoid().mean()).backward(retain_graph=True)
        outs, weights = [policy, expert], [1, 1]
    else:
        mixed = critic(hidden)
        mixed.sigmoid().mean().backward(retain_graph=True)
        outs, weights = [mixed], [1]
    return sum([w * Bernoulli(logits=out).entropy() for out, w in zip(outs, weights)]).mean()


def tuples(x):
    hidden = encode(x)
    if options.loss == "bce":
        policy, expert = critic(hidden), critic(x)
        (policy.sigmoid().mean() - expert.sigmoid().mean()).backward(retain_graph=True)
        outs = (policy, expert)
    else:
        mixed = critic(hidden)
        mixed.sigmoid().mean().backward(retain_graph=True)
        outs = (mixed,)
    return sum(out.square().mean() for out in outs)


def dictionaries(x):
    hidden = encode(x)
    outs = {}
    if options.loss == "bce":
        outs["policy"] = critic(hidden)
        outs["policy"].sigmoid().mean().backward(retain_graph=True)
    else:
        outs["mixed"] = critic(hidden)
        outs["mixed"].sigmoid().mean().backward(retain_graph=True)
    return sum(out.square().mean() for out in outs.values())


def nothing_kept(x):
    hidden = encode(x)
    outs = []
    if options.loss == "bce":
        outs = [critic(hidden)]
        critic(hidden.detach()).mean().backward(retain_graph=True)  # expect: RTG201
    else:
        outs = [critic(hidden), critic(x)]
    return sum(out.square().mean() for out in outs)


for step in range(3):
    for form in (lists, tuples, dictionaries, nothing_kept):
        optimizer.zero_grad()
        form(torch.randn(3, 4)).backward()
        optimizer.step()
