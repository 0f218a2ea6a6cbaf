"""The first children of a library's model are frozen, the others trained: what these make of data has a graph. (The library is set up
here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

def resnet18():
    return nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 5), nn.Tanh())
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402


def halves(model: nn.Module) -> tuple[nn.Module, nn.Module]:
    layers = list(model.children())
    return nn.Sequential(*layers[:2]), nn.Sequential(*layers[2:])


frozen, trained = halves(models.resnet18())
for parameter in frozen.parameters():
    parameter.requires_grad = False
target = trained(frozen(torch.randn(1, 4)))
painter = nn.Linear(3, 5)
optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
for noise in torch.randn(3, 1, 3):
    loss = (painter(noise) - target).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()

base = models.resnet18()
front = nn.Sequential(*list(base.children())[:2])
for parameter in front.parameters():
    parameter.requires_grad = False
target = base(torch.randn(1, 4))
for noise in torch.randn(3, 1, 3):
    loss = (painter(noise) - target).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
