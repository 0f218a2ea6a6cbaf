"""A part of a frozen model that was set free again has a graph. (The library is set
up here, where it is opaque.)"""

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


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = models.mobilenet_v2().features
        for parameter in self.features.parameters():
            parameter.requires_grad = False
        for name, layer in self.features.named_children():
            if name == "2":
                for parameter in layer.parameters():
                    parameter.requires_grad = True

    def forward(self, x):
        found = {}
        for name, layer in self.features._modules.items():
            x = layer(x)
            if name in ("1", "3"):
                found[name] = x
        return found

    def by_children(self, x):
        for _, layer in self.features.named_children():
            x = layer(x)
        return x


features = Features()
styles, target = features(torch.randn(1, 4)), features.by_children(torch.randn(1, 4))
painter = nn.Linear(3, 4)
optimizer = torch.optim.SGD(painter.parameters(), lr=0.1)
for noise in torch.randn(3, 1, 3):
    loss = 0
    for name, found in features(painter(noise)).items():
        loss += (found - styles[name]).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
    loss = (features.by_children(painter(noise)) - target).square().sum()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
