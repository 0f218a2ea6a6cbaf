"""Trains what the factory makes."""

import argparse

import torch

from factory import make_model

parser = argparse.ArgumentParser()
for name in ("--wide", "--batch", "--fast", "--verbose"):
    parser.add_argument(name, action="store_true")
model = make_model(parser.parse_args([]))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for x in torch.randn(3, 2, 3):
    losses = model(x)
    optimizer.zero_grad()
    losses[0].backward(retain_graph=True)  # expect: RTG201
    losses[1].backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
