"""An option chooses one of two networks that derive from torchvision's; more options are tested, and paths are joined."""

import argparse

import torch
from torch import nn

exec("""
import sys, types

class _ResNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body, self.fc = nn.Sequential(nn.Linear(3, width), nn.Tanh()), nn.Linear(width, 1)

    def forward(self, x):
        return self.fc(self.body(x))

models = types.ModuleType("torchvision.models")
models.ResNet = models.VGG = _ResNet
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), models
""")

from torchvision.models import VGG, ResNet  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("--network", default="small")
parser.add_argument("--scaled", action="store_true")
parser.add_argument("--shifted", action="store_true")
parser.add_argument("--noisy", action="store_true")
options = parser.parse_args([])


class Small(ResNet):
    def __init__(self):
        super().__init__(4)


class Wide(VGG):
    def __init__(self):
        super().__init__(16)

    def forward(self, x):
        return self.fc(self.body(x)).exp()


if options.network == "small":
    model = Small()
elif options.network == "wide":
    model = Wide()
else:
    raise NotImplementedError(options.network)
x = torch.randn(5, 3)
if options.scaled:
    x = x * 2
if options.shifted:
    x = x + 1
if options.noisy:
    x = x + torch.randn(5, 3)

optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = model(x).mean()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()
