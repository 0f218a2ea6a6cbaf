"""The loop stands in an abstract trainer; the subclasses fill the steps in, one well and one badly."""
from trainers import Bad, Good

Good(epochs=2).train()
Bad(epochs=2).train()
