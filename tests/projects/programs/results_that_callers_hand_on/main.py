"""Sends nothing backward itself, but hands on what it is given."""

from importlib import import_module

import torch

made = {name: vars(import_module(name)) for name in ("architecture", "penalty")}
architecture = made["architecture"]["Architecture"]()
for batch in torch.randn(3, 2, 4):
    outputs = architecture.improve(batch)
    made["penalty"]["penalise"](outputs)
