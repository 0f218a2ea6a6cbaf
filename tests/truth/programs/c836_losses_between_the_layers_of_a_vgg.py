"""The layers of a VGG are copied into a new sequence, with losses between them: each evaluation of the closure builds all of its graph.
(The library is set up here, where it is opaque.)"""

import copy
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


class ContentLoss(nn.Module):
    def __init__(self, target: torch.Tensor) -> None:
        super().__init__()
        self.target = target.detach()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.loss = F.mse_loss(x, self.target)
        return x


def build(cnn: nn.Module, content: torch.Tensor) -> tuple[nn.Module, list[ContentLoss]]:
    model, losses, i = nn.Sequential(), [], 0
    for layer in copy.deepcopy(cnn).children():
        if isinstance(layer, nn.Conv2d):
            i += 1
            name = f"conv_{i}"
        elif isinstance(layer, nn.ReLU):
            name = "relu_{}".format(i)
            layer = nn.ReLU(inplace=False)
        elif isinstance(layer, nn.MaxPool2d):
            name = f"pool_{i}"
        else:
            raise RuntimeError(layer)
        model.add_module(name, layer)
        if name in ["conv_2", "conv_4"]:
            loss = ContentLoss(model(content))
            model.add_module(f"loss_{i}", loss)
            losses.append(loss)
    return model, losses


model, losses = build(models.vgg19(pretrained=True).features.eval(), torch.rand(1, 3, 32, 32))
image = torch.rand(1, 3, 32, 32).requires_grad_()
optimizer = torch.optim.LBFGS([image])
run = [0]
while run[0] <= 4:

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        model(image)
        score = 0
        for part in losses:
            score += part.loss
        score.backward(retain_graph=True)  # expect: RTG201
        run[0] += 1
        return score

    optimizer.step(closure)
