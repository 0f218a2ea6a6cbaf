"""What a model of a library makes of data has a graph of its own, until its parameters are frozen: computed once before the loop
it cannot be sent backward twice. Its weights' transforms are no model. (The library is set up here, where it is not seen.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
import types

from torch import nn

def resnet18(weights=None):
    return nn.Sequential(nn.Linear(4, 6), nn.Tanh())

class ResNet18_Weights:
    DEFAULT = types.SimpleNamespace(transforms=lambda: lambda x: x.tanh())
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402


def train(features: torch.Tensor) -> None:
    head = nn.Linear(6, 1)
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        head(features).square().mean().backward()
        optimizer.step()


frozen = models.resnet18(weights="DEFAULT")
for parameter in frozen.parameters():
    parameter.requires_grad = False
train(frozen(torch.ones(3, 4)))

transform = models.ResNet18_Weights.DEFAULT.transforms()
train(transform(torch.ones(3, 6)))

with torch.no_grad():
    features = models.resnet18()(torch.ones(3, 4))
train(features)

backbone = models.resnet18(weights="DEFAULT").eval()
features = backbone(torch.ones(3, 4)).detach()
head = nn.Linear(6, 1)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = head(features).square().mean()
    loss.backward()
    optimizer.step()
