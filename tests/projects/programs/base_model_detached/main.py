"""The same base class; the subclass cuts the fake off."""
from models.pix_model import PixModel

model = PixModel()
for _ in range(2):
    model.set_input(4)
    model.optimize_parameters()
