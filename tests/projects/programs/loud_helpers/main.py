"""Helpers that look like logging: one stores the loss for later, one sends it back, one steps, one only reports."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.kept()
    trainer.sent()
    trainer.stepped()
    trainer.reported()
