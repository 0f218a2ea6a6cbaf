import torch
from model import Model

model = Model()
for batch in torch.randn(3, 2, 4):
    (0.5 * model.step(batch)).backward()
