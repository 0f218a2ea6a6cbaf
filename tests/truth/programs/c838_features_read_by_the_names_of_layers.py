"""`_modules.items()` of a VGG's features gives the layers by number: the activations of some of them make the loss, built in each step.
Two losses on them share the way there. (The library is set up here, where it is opaque.)"""

import sys
import types

import torch
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


class Features(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.select = ["1", "6", "11", "20"]
        self.network = models.vgg19(pretrained=True).features

    def forward(self, x: torch.Tensor) -> list[torch.Tensor]:
        features = []
        for name, layer in self.network._modules.items():
            x = layer(x)
            if name in self.select:
                features.append(x)
        return features


extract = Features().eval()
content, style = torch.rand(1, 3, 32, 32), torch.rand(1, 3, 32, 32)
image = content.clone().requires_grad_()
optimizer = torch.optim.Adam([image], lr=0.1)
for _ in range(3):
    loss = 0
    for x, c, s in zip(extract(image), extract(content), extract(style)):
        loss += torch.mean((x - c) ** 2) + torch.mean((x.sum(1) - s.sum(1)) ** 2)
    optimizer.zero_grad()
    loss.backward(retain_graph=True)  # expect: RTG201
    optimizer.step()

first, *_, last = extract(image)
first.square().mean().backward(retain_graph=True)
last.square().mean().backward()
