"""The base class knows no networks: what its helper is given is seen in the class that is made of it."""
import importlib

import torch

trainer = getattr(importlib.import_module("concrete"), "ConcreteTrainer")()
for _ in range(2):
    trainer.train(torch.rand(4, 2))
