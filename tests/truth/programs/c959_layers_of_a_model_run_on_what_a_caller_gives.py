"""The layers of a library's model are run one by one on what a caller gives: each builds a graph on its own parameters, whatever
it is given. What they make of a style image is needed in every iteration. (The library is set up here, in opaque code.)"""

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


def run_layers(layers, image):
    for layer in layers:
        image = layer(image)
    return image


def transfer(image, style):
    layers = models.mobilenet_v2().features
    target = run_layers(layers, style)
    image = image.clone().requires_grad_()
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(run_layers(layers, image), target)
        loss.backward(retain_graph=True)
        optimizer.step()


def transfer_in_place(image, style):
    layers = models.mobilenet_v2().features
    target = style
    for layer in layers:
        target = layer(target)
    image = image.clone().requires_grad_()
    optimizer = torch.optim.Adam([image])
    for _ in range(3):
        optimizer.zero_grad()
        made = image
        for layer in layers:
            made = layer(made)
        loss = nn.functional.mse_loss(made, target)
        loss.backward(retain_graph=True)
        optimizer.step()


exec("""
for transfer in (transfer, transfer_in_place):
    transfer(torch.rand(1, 1, 4, 4), torch.rand(1, 1, 4, 4))
""")
