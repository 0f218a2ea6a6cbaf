"""The children of an opaque model run on its parameters, however they are put together again: they build a
graph in each call. (The library is set up here, where it is not seen.)"""

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


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        base = models.resnet18()
        self.features = nn.Sequential(*list(base.children())[:-1])
        layers = list(base.children())
        self.first, self.rest = layers[0], nn.Sequential(*layers[1:3])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.features(x) + self.rest(self.first(x))


net, parts = Net(), nn.ModuleList(models.resnet18().children())
optimizer = torch.optim.SGD([*net.parameters(), *parts.parameters()], lr=0.1)
for _ in range(3):
    x = torch.randn(2, 4)
    out = x
    for part in parts:
        out = part(out)
    optimizer.zero_grad()
    net(x).sum().backward(retain_graph=True)  # expect: RTG201
    out.sum().backward()
    optimizer.step()
