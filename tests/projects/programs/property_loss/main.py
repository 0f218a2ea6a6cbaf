"""A property that runs the forward anew, and one that gives what was kept."""
from model import Model

model = Model()
model.train_fresh()
model.train_kept()
