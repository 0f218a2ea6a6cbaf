"""The name that retain_graph had before PyTorch 0.2."""

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
output = model(torch.randn(16, 4))
loss1, loss2 = output.square().mean(), output.abs().mean()
loss1.backward(retain_variables=True)  # expect: RTG104
print(model[0].weight.grad)
loss2.backward()
