"""What a base in another file calls itself is no entry point of a class: the retain is needed by nobody."""

import torch
from agents.kinds import Gail

Gail(3).update([torch.randn(2, 3) for _ in range(3)])
