"""Two retained calls, then one that frees: only the fourth call raises."""

import torch

a = torch.rand(1, 4, requires_grad=True)
b = a**2
c = b * 2
d = c.mean()
e = c.sum()
d.backward(retain_graph=True)
print(a.grad)
e.backward(retain_graph=True)
print(a.grad)
d.backward()
print(a.grad)
e.backward()  # expect: RTG101
print(a.grad)
