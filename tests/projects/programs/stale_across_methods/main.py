"""The discriminator steps between the generator's forward and its backward through the discriminator."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.train_step()
