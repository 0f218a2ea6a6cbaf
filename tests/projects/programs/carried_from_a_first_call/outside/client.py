import torch

from model import Recurrent

model = Recurrent()
model.start(5)
for _ in range(3):
    model.update(torch.randn(5, 4))
