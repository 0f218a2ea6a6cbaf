"""The layers of a frozen library model are run one by one, and what some of them give is collected: what they make of data is
data, and the style image's features may be used in every iteration. Those of a model that is not frozen have a graph. (The
library is set up here, in opaque code.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

class VGG(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 2, 1), nn.Tanh(), nn.Conv2d(2, 2, 1), nn.Tanh())

def mobilenet_v2(pretrained=False):
    return VGG()
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402


class ByName(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features, self.names = features, {"0": "relu1", "2": "relu2"}
        for p in self.parameters():
            p.requires_grad = False

    def forward(self, x):
        outs = []
        for name, module in self.features._modules.items():
            x = module(x)
            if name in self.names:
                outs.append(x)
        return outs


class ByNumber(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features = features
        for p in self.parameters():
            p.requires_grad = False

    def forward(self, x):
        outs = []
        for number, module in enumerate(self.features):
            x = module(x)
            if number in (0, 2):
                outs.append(x)
        return outs


class Trained(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features = features

    def forward(self, x):
        for number, module in enumerate(self.features):
            x = module(x)
        return x


def transfer_by_name(image, style):
    vgg = ByName(models.mobilenet_v2(pretrained=True).features[:3])
    target = vgg(style)
    image = image.clone().requires_grad_()
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        features = vgg(image)
        loss = nn.functional.mse_loss(features[1], target[1])
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def transfer_by_number(image, style):
    vgg = ByNumber(models.mobilenet_v2(pretrained=True).features[:3])
    target = vgg(style)
    image = image.clone().requires_grad_()
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        features = vgg(image)
        loss = nn.functional.mse_loss(features[-1], target[-1])
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def transfer_trained(image, style):
    vgg = Trained(models.mobilenet_v2(pretrained=True).features)
    target = vgg(style)
    image = image.clone().requires_grad_()
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(vgg(image), target)
        loss.backward(retain_graph=True)
        optimizer.step()


exec("""
for transfer in (transfer_by_name, transfer_by_number, transfer_trained):
    transfer(torch.rand(1, 1, 4, 4), torch.rand(1, 1, 4, 4))
""")
