"""Some children of an opaque model are a module, even where it is not known how many there are. (The library
is set up here, where it is not seen.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

def resnet18():
    return nn.Sequential(nn.Linear(4, 6), nn.Linear(6, 5), nn.Tanh(), nn.Linear(5, 2))
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402

backbone = nn.Sequential(*(list(models.resnet18().children())[:-1]))
optimizer = torch.optim.SGD(backbone.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    code = backbone(torch.randn(2, 4))
    code.sum().backward()
    code.square().sum().backward()  # expect: RTG101
    optimizer.step()
