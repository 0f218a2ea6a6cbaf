"""Only the discriminator's gradients are cleared: what its loss left in the generator joins the generator's step."""
from trainer import GanTrainer

trainer = GanTrainer()
for _ in range(3):
    trainer.step_d()
    trainer.step_g()
