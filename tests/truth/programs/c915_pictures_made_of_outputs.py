"""A picture that a transform of a library makes of an output holds its bytes: nothing that is done with it needs a graph. (The library
is set up here, where it is opaque.)"""

import sys
import types

import torch
from torch import nn

LIBRARY = types.ModuleType("torchvision.transforms")


class Picture:
    def __init__(self, image):
        self.numbers = image.mul(255).byte().tolist()

    def convert(self, mode):
        return (mode, self.numbers)


class ToPILImage:
    def __call__(self, image):
        return Picture(image)


LIBRARY.ToPILImage = ToPILImage
sys.modules["torchvision"], sys.modules["torchvision.transforms"] = types.ModuleType("torchvision"), LIBRARY
sys.modules["torchvision"].transforms = LIBRARY

from torchvision import transforms  # noqa: E402

exec("""
class Canvas:
    def paste(self, picture, place):
        print(picture, place)

canvas = Canvas()
""")

net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    for _ in range(2):
        optimizer.zero_grad()
        output = net(torch.rand(2, 3))
        output.square().mean().backward(retain_graph=True)  # expect: RTG201
        optimizer.step()
    draw = transforms.ToPILImage()
    canvas.paste(draw(output.view(2, 2, 2).cpu()).convert("RGB"), (0, 0))  # noqa: F821
