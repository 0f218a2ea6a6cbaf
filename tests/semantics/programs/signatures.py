# %% prelude
import torch
from torch import nn
from torch.autograd import grad

x = torch.rand(3, requires_grad=True)
h = x * x
y, z = h.sum(), h.mean()

# %% retain_variables of Tensor.backward
y.backward(retain_variables=True)  # expect: RTG104

# %% unknown keyword of Tensor.backward: KEYWORD
# each: KEYWORD = keep_graph=True | gradients=None
y.backward(KEYWORD)  # raises: TypeError: Tensor.backward() got an unexpected keyword argument

# %% retain_variables of autograd.backward
torch.autograd.backward(y, retain_variables=True)  # expect: RTG104

# %% grad_variables still works
torch.autograd.backward(h, grad_variables=torch.ones(3))
z.backward()  # expect: RTG101

# %% only_inputs=False is ignored
grad(y, x, only_inputs=False)
z.backward()  # expect: RTG101

# %% volatile has no effect
torch.autograd.Variable(x, volatile=True)
y.backward()
z.backward()  # expect: RTG101

# %% positional retain: CALL
# each: CALL = y.backward(None, True) | torch.autograd.backward(y, None, True) | grad(y, x, None, True) | y.backward(torch.tensor(1.0), True, False) | torch.autograd.backward([y], [None], retain_graph=True)
CALL
z.backward()

# %% positional create_graph: CALL
# each: CALL = y.backward(None, None, True) | torch.autograd.backward(y, None, None, True) | grad(y, x, None, None, True)
CALL
z.backward()

# %% create_graph at a positional place, off: CALL
# each: CALL = y.backward(None, False, False) | torch.autograd.backward(y, None, False) | grad(y, x, None, False) | torch.Tensor.backward(y) | torch.Tensor.backward(y, None, False)
CALL
z.backward()  # expect: RTG101

# %% the flag in the gradient's place
y.backward(True)  # raises: TypeError: 'bool' object is not iterable

# %% no inputs
y.backward(inputs=[])  # raises: `inputs` argument to `backward()` cannot be empty

# %% a Function called in the old way
class Old(torch.autograd.Function):
    def forward(self, a):
        return a


Old()(x)  # raises: Legacy autograd function with non-static forward method is deprecated

# %% an index into a scalar's data
y.data[0]  # raises: invalid index of a 0-dim tensor
