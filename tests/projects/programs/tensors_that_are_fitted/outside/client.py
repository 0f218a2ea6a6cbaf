import torch
from fit import fit, fit_together

print(fit(torch.rand(2, 3), torch.rand(4, 3)), fit_together(torch.rand(2, 3, requires_grad=True), torch.rand(4, 3)))
