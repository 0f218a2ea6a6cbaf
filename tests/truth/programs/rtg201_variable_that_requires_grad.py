"""What is computed of a Variable that requires grad is a graph that nobody enters again."""

import torch
from torch.autograd import Variable

weight = Variable(torch.ones(3), requires_grad=True)
for _ in range(3):
    loss = (weight * Variable(torch.rand(3))).exp().sum()
    loss.backward(retain_graph=True)  # expect: RTG201
    weight.data -= 0.1 * weight.grad.data
    weight.grad.data.zero_()
