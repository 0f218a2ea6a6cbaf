"""Wrapping decorators from another file; no_grad as a decorator leaves no graph behind."""
from train_utils import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.step()
trainer.step_twice()
