"""A total of losses keeps every iteration's graph, although it is only printed."""
from meter import Trainer

trainer = Trainer()
trainer.fit(3)
