"""The rectifiers of torchvision's VGG work in place: they write the output of the convolution that a loss before them has saved.
(The library is set up here, where it is opaque.)"""

import sys
import types

import torch
import torch.nn.functional as F
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

class VGG(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features, self.avgpool = features, nn.AdaptiveAvgPool2d((7, 7))
        hidden = [nn.Linear(98, 4), nn.ReLU(True), nn.Dropout(), nn.Linear(4, 4), nn.ReLU(True), nn.Dropout()]
        self.classifier = nn.Sequential(*hidden, nn.Linear(4, 10))

    def forward(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(1))

def vgg19(pretrained=False):
    layers, size = [], 3
    for count in (2, 2, 4, 4, 4):
        for _ in range(count):
            layers += [nn.Conv2d(size, 2, 3, padding=1), nn.ReLU(inplace=True)]
            size = 2
        layers += [nn.MaxPool2d(2, 2)]
    return VGG(nn.Sequential(*layers))
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402


network = models.vgg19(pretrained=True).features.eval()
for parameter in network.parameters():
    parameter.requires_grad = False
image = torch.rand(1, 3, 32, 32).requires_grad_()
target = torch.rand(1, 2, 32, 32)
losses = []
x = image
for number, layer in enumerate(network):
    x = layer(x)
    if number == 2:
        losses.append(F.mse_loss(x, target))
sum(losses).backward()  # expect: RTG103
