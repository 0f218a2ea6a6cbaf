"""The builtin functions of numbers are operations of tensors."""

import torch

weight = torch.ones(2, requires_grad=True)
loss = weight.exp().sum()
abs(loss).backward()
pow(loss, 2).backward()  # expect: RTG101
