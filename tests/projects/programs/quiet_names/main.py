"""Methods with the names of reports: one clears the gradients, one fills a list of losses."""
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    trainer.cleared()
    trainer.filled()
