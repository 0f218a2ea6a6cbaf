"""A cached property of the project's model is computed once: its graph is that of the first iteration."""
from model import Model, train

train(Model(), 2)
