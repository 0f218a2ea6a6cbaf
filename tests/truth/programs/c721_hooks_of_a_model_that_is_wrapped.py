"""Opaque code wraps an opaque model: to call the wrapper calls the hooks of the model's parts. (The library is set up here, where it
is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("wrapping")
exec(
    """
from torch import nn

class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Tanh())

    def forward(self, x):
        return self.backbone(x).mean(dim=(2, 3))

def build_detector():
    return Detector()

class Wrapper(nn.Module):
    def __init__(self, module, device_ids):
        super().__init__()
        self.module = module

    def forward(self, x):
        return self.module(x)
""",
    LIBRARY.__dict__,
)
sys.modules["wrapping"] = LIBRARY

from wrapping import Wrapper, build_detector  # noqa: E402


class Keeper:
    def __init__(self) -> None:
        self.outputs = None

    def hook(self, module, given, output) -> None:
        self.outputs = output if self.outputs is None else torch.cat((self.outputs, output), dim=0)

    def clear(self) -> None:
        self.outputs = None


def distill(teacher, steps):
    keepers, means = [], []
    for _, part in teacher.backbone.named_modules():
        if isinstance(part, nn.Conv2d):
            keeper = Keeper()
            keepers.append(keeper)
            part.register_forward_hook(keeper.hook)
        if isinstance(part, nn.BatchNorm2d):
            means.append(part.running_mean.detach().clone())
    teacher = Wrapper(teacher, device_ids=[0])
    teacher.eval()
    picture = torch.rand(1, 3, 8, 8, requires_grad=True)
    optimizer = torch.optim.Adam([picture], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        for keeper in keepers:
            keeper.clear()
        teacher(picture)
        loss = 0
        for mean, keeper in zip(means, keepers):
            loss += (keeper.outputs.mean(dim=(0, 2, 3)) - mean).square().sum()
        loss.backward(retain_graph=True)  # expect: RTG201
        optimizer.step()


distill(build_detector(), 3)
