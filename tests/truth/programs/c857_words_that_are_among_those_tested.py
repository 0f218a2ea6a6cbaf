"""An option was one of a few words on the paths that met, and is tested for one of them: the graph is freed then."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="l1")
options = parser.parse_args([])

criterion = None
if options.kind == "mse":
    criterion = nn.MSELoss()
elif options.kind == "l1":
    criterion = nn.L1Loss()
out = nn.Linear(3, 1)(torch.rand(2, 3)).sigmoid()
if criterion:
    criterion(out, torch.zeros(2, 1)).backward()
if options.kind in ("l1", "nll"):
    out.mean().backward()  # expect: RTG101
