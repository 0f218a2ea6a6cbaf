"""What a library extracts the layers of a model with has the model's parameters: of a frozen model it computes data of data, of
one that is trained a graph, which is needed as long as it is used. (The library is set up here, in opaque code.)"""

import sys
import types

import torch
from torch import nn

LIBRARY, EXTRACTION = types.ModuleType("torchvision.models"), types.ModuleType("torchvision.models.feature_extraction")
exec(
    """
from torch import nn

class VGG(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 2, 1), nn.Tanh(), nn.Conv2d(2, 2, 1), nn.Tanh())

    def forward(self, x):
        return self.features(x).mean((2, 3))

class Extractor(nn.Module):
    def __init__(self, model, names):
        super().__init__()
        self.features, self.names = model.features, names

    def forward(self, x):
        found = {}
        for number, layer in enumerate(self.features):
            x = layer(x)
            found[f"features.{number}"] = x
        return {name: found[name] for name in self.names}

def vgg16(weights=None):
    return VGG()

def create_feature_extractor(model, return_nodes):
    return Extractor(model, return_nodes)
""",
    LIBRARY.__dict__,
)
EXTRACTION.create_feature_extractor = LIBRARY.create_feature_extractor
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision.models.feature_extraction"] = EXTRACTION
sys.modules["torchvision"].models = LIBRARY

from torchvision.models import vgg16  # noqa: E402
from torchvision.models.feature_extraction import create_feature_extractor  # noqa: E402

LAYERS = ["features.1", "features.3"]


class Loss:
    def __init__(self, style, frozen):
        self.extractor = create_feature_extractor(vgg16(weights="DEFAULT"), LAYERS)
        if frozen:
            self.extractor.requires_grad_(False)
        features = self.extractor(style)
        self.target = {layer: features[layer] ** 2 for layer in LAYERS}

    def __call__(self, image):
        features = self.extractor(image)
        return sum([((features[layer] ** 2 - self.target[layer]) ** 2).mean() for layer in LAYERS])


def train_frozen(images, style):
    net = nn.Conv2d(1, 1, 1)
    criterion = Loss(style, True)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for image in images:
        optimizer.zero_grad()
        loss = criterion(net(image))
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_thawed(images, style):
    net = nn.Conv2d(1, 1, 1)
    criterion = Loss(style, False)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for image in images:
        optimizer.zero_grad()
        loss = criterion(net(image))
        loss.backward(retain_graph=True)
        optimizer.step()


train_frozen(torch.rand(3, 1, 1, 4, 4), torch.rand(1, 1, 4, 4))
train_thawed(torch.rand(3, 1, 1, 4, 4), torch.rand(1, 1, 4, 4))
