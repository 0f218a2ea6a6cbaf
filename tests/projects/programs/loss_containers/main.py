"""Losses in dicts and lists: summed, run through with a flag that is off for the last, zipped."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.summed()
    trainer.enumerated()
    trainer.zipped()
    trainer.items()
