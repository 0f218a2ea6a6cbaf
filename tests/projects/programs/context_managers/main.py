"""Context managers of the project: one freezes a network by a generator, one measures, one forbids gradients."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.step()
trainer.step_frozen()
