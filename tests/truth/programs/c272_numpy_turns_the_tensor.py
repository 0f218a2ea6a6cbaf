"""What numpy turns by the tensor's own methods still has the tensor's graph."""

import numpy as np
import torch
from torch import nn

painter = nn.Linear(2, 4)
turned = np.swapaxes(np.real(painter(torch.randn(5, 2))), 0, 1).exp()
turned.sum().backward()
turned.mean().backward()  # expect: RTG101
