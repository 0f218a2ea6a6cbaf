"""A model of a library of which some layers were set free again, by their position, has a graph: a target that it made once is
entered by each iteration. (The library is set up here, where it is opaque.)"""

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
for position, layer in enumerate(vgg):
    if position > 1:
        for parameter in layer.parameters():
            parameter.requires_grad = True
target = vgg(torch.randn(1, 4))
painter = nn.Linear(3, 5)
optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
for noise in torch.randn(3, 1, 3):
    loss = (painter(noise) - target).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
