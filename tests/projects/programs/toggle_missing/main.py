"""The discriminator is never frozen: what the generator's loss leaves in it is thrown away by the next zero_grad."""
from trainer import GanTrainer

trainer = GanTrainer()
for _ in range(3):
    trainer.train_step()
