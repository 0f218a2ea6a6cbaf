"""What is assigned under an option in a loop, and read under that option alone, is dead in the iterations without it: no graph of an
earlier one is entered again, however many options there are."""

import torch
from torch import nn


def perturb(net, x):
    return x + 0.1 * net(x).detach().sign()


def train(options, net, optimizer, batches):
    centres = nn.Linear(2, 2)
    for turn, x in enumerate(batches):
        optimizer.zero_grad()
        out = net(x)
        if options.adversarial > 0 and turn % options.every == 0:
            other = net(perturb(net, x))
        loss = out.square().mean()
        if options.margin:
            loss = loss + out.abs().mean()
        if options.centre:
            loss = loss + (centres(out) - out).square().mean()
        if options.sphere:
            loss = loss + out.exp().mean()
        if options.circle:
            loss = loss + out.sin().square().mean()
        if options.lifted:
            loss = loss + (out - out.mean()).abs().mean()
        if options.adversarial > 0 and turn % options.every == 0:
            loss = loss + options.adversarial * other.square().mean()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_with_the_last_one(options, net, batches):
    for turn, x in enumerate(batches):
        if turn % options.every == 0:
            other = net(x).square().mean()
        loss = net(x).square().mean() + other
        if turn % options.every == 0:
            loss = loss + 1
        loss.backward(retain_graph=True)


exec("""
class Options:
    adversarial, every = 0.5, 2
    margin = centre = sphere = circle = lifted = True

net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
train(Options, net, torch.optim.SGD(net.parameters(), lr=0.1), torch.randn(4, 4, 2))
train_with_the_last_one(Options, net, torch.randn(4, 4, 2))
""")
