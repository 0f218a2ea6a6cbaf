"""Loops over the parameters of a deep network: clipped, frozen and averaged between backward and step."""
from trainer import Trainer

trainer = Trainer(depth=9)
for _ in range(2):
    trainer.step()
