"""A name that only one option assigns is unbound without it: whatever else is asked for before it is read, no graph of an
earlier iteration is entered again. Where the condition changes in the loop, one is."""

import torch
from torch import nn


def distance(out, other):
    return (out - other).square().mean()


def train(options, triplets, net, optimizer, batches):
    for x in batches:
        optimizer.zero_grad()
        if options.cuda:
            out = net(x)
            positive = net(x + 1)
        if triplets:
            negative = net(x - 1)
        if options.kind == "random":
            loss = distance(out, positive) - distance(out, negative)
        elif options.kind == "hard":
            loss = distance(out, positive)
        else:
            loss = distance(out, positive).exp()
        if options.margin:
            loss = loss + out.abs().mean()
        if options.global_orthogonal:
            loss = loss + (out * negative).sum(1).square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_with_the_first_one(options, net, batches):
    missing = True
    for x in batches:
        if missing:
            anchor = net(x)
        missing = False
        loss = distance(net(x), anchor)
        if options.margin:
            loss = loss + anchor.abs().mean()
        loss.backward(retain_graph=True)


def train_from_a_start(options, start, net, batches):
    anchor = net(start)
    for x in batches:
        if options.fresh:
            anchor = net(x)
        loss = distance(net(x), anchor)
        loss.backward(retain_graph=True)


exec("""
class Options:
    cuda = margin = global_orthogonal = True
    kind, fresh = "random", False

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
train(Options, True, net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(4, 4, 2))
train_with_the_first_one(Options, net, torch.randn(4, 4, 2))
train_from_a_start(Options, torch.randn(4, 2), net, torch.randn(4, 4, 2))
""")
