"""A picture that transforms of a library made a tensor, once, before a loop, has no graph, whatever opened it: nothing that an
iteration retains is needed by the next one. (The library is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.transforms")
exec(
    """
import torch
from torch import nn

class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, image):
        for transform in self.transforms:
            image = transform(image)
        return image

class ToTensor:
    def __call__(self, image):
        if isinstance(image, torch.Tensor):
            raise TypeError
        return torch.tensor(image)

class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.mean, self.std = torch.tensor(mean), torch.tensor(std)

    def forward(self, image):
        return (image - self.mean) / self.std

def Lambda(function):
    return lambda image: function(image)
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.transforms"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].transforms = LIBRARY

from torchvision import transforms  # noqa: E402

open_picture = eval("lambda: [[0.1, 0.2, 0.3, 0.4]]")
steps = [transforms.ToTensor(), transforms.Normalize([0.5], [0.5]), transforms.Lambda(lambda x: x.mul(255))]
wanted = transforms.Compose(steps)(open_picture())
painter = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
for _ in range(3):
    loss = (painter(torch.randn(1, 4)) - wanted).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
