"""An autograd.Function that saves nothing holds no buffers, by whichever path its base class is imported: two calls pass."""

import torch
from torch.autograd.function import Function


class Double(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


weight = torch.rand(3, requires_grad=True)
total = Double.apply(weight).sum()
total.backward()
total.backward()
print(weight.grad)
