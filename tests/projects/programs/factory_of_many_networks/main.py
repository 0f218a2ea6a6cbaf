"""Trains the model that the options ask for."""

import argparse

import torch

from model import Model

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="padded")
parser.add_argument("--judge", default="plain")
parser.add_argument("--norm", default="batch")
parser.add_argument("--padding", default="reflect")
parser.add_argument("--dropout", action="store_true")
parser.add_argument("--rate", type=float, default=0.01)
model = Model(parser.parse_args([]))
for x in torch.randn(3, 2, 4, 6):
    model.train(x)
