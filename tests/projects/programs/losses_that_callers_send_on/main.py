from importlib import import_module

import torch

architecture = vars(import_module("architecture"))["Architecture"]()
for batch in torch.randn(3, 2, 4):
    loss = architecture.improve(batch)
    (0.5 * loss).backward()
