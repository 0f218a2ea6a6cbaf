"""Options that were one of a few words or numbers on the paths that met are tested in other ways: each second call is run only for
the others."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind")
parser.add_argument("--loss")
parser.add_argument("--level", type=int, default=0)
options = parser.parse_args([])
net = nn.Linear(3, 1)


def test_truth(out: torch.Tensor) -> None:
    criterion = None
    if options.kind == "mse":
        criterion = nn.MSELoss()
    elif options.kind == "l1":
        criterion = nn.L1Loss()
    if criterion:
        criterion(out, torch.zeros(2, 1)).backward()
    if not options.kind:
        out.mean().backward()
    if options.kind == "bce":
        out.mean().backward()


def test_membership(out: torch.Tensor) -> None:
    weight = 0.0
    if options.loss == "mean":
        weight = 1.0
    elif options.loss == "sum":
        weight = 2.0
    if weight:
        (weight * out).mean().backward()
    if options.loss in ("bce", "nll"):
        out.mean().backward()


def test_order(out: torch.Tensor) -> None:
    weight = 0.0
    if options.level == 1:
        weight = 1.0
    elif options.level == 2:
        weight = 2.0
    if weight:
        (weight * out).mean().backward()
    if options.level > 2:
        out.mean().backward()


test_truth(net(torch.rand(2, 3)).sigmoid())
test_membership(net(torch.rand(2, 3)).sigmoid())
test_order(net(torch.rand(2, 3)).sigmoid())
