import importlib

import torch

model = getattr(importlib.import_module("networks"), "Mod" + "el")()
for _ in range(3):
    model.step(torch.randn(4, 2))
