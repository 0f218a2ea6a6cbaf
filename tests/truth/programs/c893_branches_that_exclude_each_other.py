"""One of two options was given, or both, or neither: branches on the two exclude each other however they ask."""

import argparse

import torch
from torch import nn

net = nn.Linear(2, 1)


def weigh_once(options):
    loss = net(torch.rand(4, 2)).exp().mean()
    if options.first or options.second:
        loss.backward()
    if not (options.first or options.second):
        loss.backward()


def weigh_one(options):
    loss = net(torch.rand(4, 2)).exp().mean()
    if options.first and options.second:
        loss.backward()
    if not options.first or not options.second:
        loss.backward()


def refuse_neither(options):
    loss = net(torch.rand(4, 2)).exp().mean()
    if not options.first and not options.second:
        raise ValueError("one of the two")
    if options.first:
        loss.backward()
    elif options.second:
        loss.backward()
    else:
        loss.backward()
        loss.backward()


def compare_numbers(options):
    loss = net(torch.rand(4, 2)).exp().mean()
    if options.count > 3 or options.first:
        loss.backward()
    if options.count <= 3 and not options.first:
        loss.backward()


def ask_three(options):
    loss = net(torch.rand(4, 2)).exp().mean()
    if options.first or options.second or options.count > 3:
        loss.backward()
    if not (options.first or options.second or options.count > 3):
        loss.backward()


def main(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--count", type=int, default=2)
    options = parser.parse_args(words)
    weigh_once(options)
    weigh_one(options)
    compare_numbers(options)
    ask_three(options)
    if words:
        refuse_neither(options)


exec("""for words in ([], ["--first"], ["--second"], ["--first", "--second"], ["--second", "--count", "5"]):
    main(words)""")
