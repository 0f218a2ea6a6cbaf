"""Runs no engine: it zeroes no gradient, sends nothing backward and takes no step, but logs what it is given."""

from importlib import import_module

import torch

made = vars(import_module("architecture"))
architecture = made["Architecture"]()
optimizer = made["make_optimizer"]("SGD", architecture.net.parameters())
for batch in torch.randn(3, 2, 4):
    shown = architecture.improve_softly(batch, optimizer)
    print(shown["outputs"].shape, float(shown["loss"]))
