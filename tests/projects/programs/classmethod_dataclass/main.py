"""Options and state in dataclasses, the trainer made by a classmethod."""
from trainer import Trainer

trainer = Trainer.from_config(width=4)
for _ in range(2):
    trainer.step()
