"""Two scalars over one chain of operations: the second call finds the chain freed."""

import torch

a = torch.rand(1, 4, requires_grad=True)
b = a**2
c = b * 2
d = c.mean()
e = c.sum()
d.backward()
print(a.grad)
e.backward()  # expect: RTG101
print(a.grad)
