import torch
from torch import nn

# an operation that saves its result
indices = torch.tensor([[0, 1], [1, 0]])
features = torch.ones(2, 3)
weight = nn.Parameter(torch.ones(2))
values = weight.exp()
for make in (torch.sparse_coo_tensor, torch.sparse.FloatTensor):
    mixed = make(indices, values, (2, 2))
    torch.spmm(mixed, features).sum().backward()  # expect: RTG102
