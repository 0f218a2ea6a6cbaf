"""One optimiser steps before its network has a gradient; another steps twice on one gradient."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.step()
