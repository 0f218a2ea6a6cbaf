"""The parts of a model that one of many functions makes are taken over one by one, and some are named as tensors' operations
are (`model.relu`). While a graph is retained, they are called again: that makes no tensor of the model. (The library is set
up here, in opaque code.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.models")
exec(
    """
from torch import nn

class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.relu, self.fc = nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2)

def resnet18(pretrained=False):
    return ResNet()

resnet34 = resnet50 = resnet101 = resnet152 = resnext50 = resnext101 = resnet18
""",
    LIBRARY.__dict__,
)
sys.modules["torchvision"], sys.modules["torchvision.models"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].models = LIBRARY

from torchvision import models  # noqa: E402

MODELS = {
    "resnet18": models.resnet18,
    "resnet34": models.resnet34,
    "resnet50": models.resnet50,
    "resnet101": models.resnet101,
    "resnet152": models.resnet152,
    "resnext50": models.resnext50,
    "resnext101": models.resnext101,
}


class Base(nn.Module):
    def __init__(self, name):
        super().__init__()
        model = MODELS[name](pretrained=True)
        self.conv1, self.relu = model.conv1, model.relu
        self.in_features = model.fc.in_features

    def forward(self, x):
        return self.relu(self.conv1(x))


class Head(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = nn.Linear(size, 2)

    def forward(self, x):
        return self.fc(x)


def train(name, batches):
    base = Base(name)
    head = Head(base.in_features)
    optimizer = torch.optim.SGD([*base.parameters(), *head.parameters()], lr=0.1)
    last = 0.0
    for x, y in batches:
        shown = base(x * 2)
        loss = nn.functional.cross_entropy(head(base(x)), y)
        print(last, shown.mean().item())
        last = loss
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


def train_twice(name, batches):
    base = Base(name)
    for x, y in batches:
        hidden = base(x)
        hidden.square().mean().backward(retain_graph=True)
        hidden.abs().mean().backward()


exec("""
train("resnet18", [(torch.randn(3, 4), torch.tensor([0, 1, 1])) for _ in range(3)])
train_twice("resnet50", [(torch.randn(3, 4), torch.tensor([0, 1, 1])) for _ in range(3)])
""")
