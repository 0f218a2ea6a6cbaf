"""The step is inherited: the discriminator's backward enters what the generator's has freed."""
from models import create_model

model = create_model("pix")
for _ in range(2):
    model.set_input(4)
    model.optimize_parameters()
