"""A generator and a discriminator that share a forward: one of two look-alike methods needs its retain."""
from trainer import Trainer

trainer = Trainer()
for _ in range(3):
    trainer.optimize_parameters()
