"""A method with a default retain: of its callers in three files, one needs it."""
from phases import finish, warm_up
from trainer import Trainer

trainer = Trainer()
for _ in range(2):
    warm_up(trainer)
    finish(trainer)
