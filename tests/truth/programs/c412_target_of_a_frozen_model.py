"""What a frozen model of a library makes of data has no graph: a target that it made once, before a loop, keeps none, though what
it makes of a picture in training has one. (The library is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

def mobilenet_v2():
    model = nn.Module()
    model.features = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 5), nn.Tanh())
    return model
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402

vgg = models.mobilenet_v2().features.eval()
for parameter in vgg.parameters():
    parameter.requires_grad = False
content = torch.randn(1, 4)
target = vgg(content)
picture = content.clone().requires_grad_(True)
optimizer = torch.optim.SGD([picture], lr=0.1)
for _ in range(3):
    loss = (vgg(picture) - target).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
