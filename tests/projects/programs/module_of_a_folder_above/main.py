from models.gan import Trainer

Trainer(0.1).train([0, 1, 2])
