"""Losses are set and read by their names, as in base classes that print all of them."""
from model import Model

model = Model()
for _ in range(2):
    model.optimize()
    print(model.get_current_losses())
