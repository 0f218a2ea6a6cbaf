# %% prelude
import torch
from torch import nn

x = torch.rand(3, requires_grad=True)
w = torch.rand(3, requires_grad=True)

# %% a node that was given the tensor and has saved it finds no history there
h = x * 2
loss = h.square().sum()
h.detach_()
loss.backward()  # raises: Trying to use a saved tensor that has been detached in-place

# %% that it is to require grad again does not help
h = x * 2
loss = (h * w).sum()
h.detach_()
h.requires_grad_()
loss.backward()  # raises: Trying to use a saved tensor that has been detached in-place

# %% nothing is known of what a refused call frees, or needs
h = x * 2
first, second = (h + w).exp().sum(), h.square().sum()
h.detach_()
first.backward(retain_graph=True)
(first + second).backward()  # raises: Trying to use a saved tensor that has been detached in-place
first.backward()

# %% a node that saved nothing
h = x * 2
loss = (h + w).exp().sum()
h.detach_()
loss.backward()
loss.backward()  # expect: RTG101

# %% a node that has saved its own result
h = (x * 2).exp()
loss = (h + w).sum()
h.detach_()
loss.backward()
loss.backward()  # expect: RTG101

# %% a view was saved, which keeps its history
h = x * 2
loss = h[:2].square().sum()
h.detach_()
loss.backward()
loss.backward()  # expect: RTG101

# %% what is freed already is told first
h = x * 2
loss = h.square().sum()
loss.backward()
h.detach_()
loss.backward()  # expect: RTG101
