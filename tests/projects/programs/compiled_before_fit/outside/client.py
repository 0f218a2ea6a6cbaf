import torch
from model import Model

model = Model(2)
model.compile_with(0.1)
model.fit(torch.rand(3, 4, 2))
