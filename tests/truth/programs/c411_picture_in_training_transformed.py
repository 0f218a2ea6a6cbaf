"""What requires grad before a transform of a library still does behind it: a picture in training. (The library is set up
here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.transforms")


class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.mean, self.std = torch.tensor(mean), torch.tensor(std)

    def forward(self, image):
        return (image - self.mean) / self.std


LIBRARY.Normalize = Normalize
sys.modules["torchvision"], sys.modules["torchvision.transforms"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].transforms = LIBRARY

from torchvision import transforms  # noqa: E402

picture = torch.rand(1, 4, requires_grad=True)
normalise = transforms.Normalize([0.5], [0.5])
optimizer = torch.optim.SGD([picture], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    seen = normalise(picture)
    seen.sum().backward()
    seen.mean().backward()  # expect: RTG101
    optimizer.step()
