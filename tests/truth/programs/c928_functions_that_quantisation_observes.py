import torch
from torch import nn


class Fusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.skip = nn.quantized.FloatFunctional()

    def forward(self, x):
        return self.skip.add(self.body(x), x)


net = Fusion()
x = torch.randn(2, 4)
for _ in range(3):
    net(x).exp().mean().backward(retain_graph=True)  # expect: RTG201

functions = torch.ao.nn.quantized.FloatFunctional()
scale = torch.randn(4, requires_grad=True)
summed = functions.cat([functions.add(scale, scale), functions.add_scalar(scale, 1.0)])
summed.sum().backward()
summed.mean().backward()
