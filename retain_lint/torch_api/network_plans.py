"""The networks of torchvision that are sequences of layers: VGG and AlexNet, layer by layer. Floor 1.

Facts: torchvision/models/vgg.py and alexnet.py of torchvision 0.29; every ReLU works in place. They are taken apart by
their layers more often than any other: perceptual losses and the transfer of style read what is between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from retain_lint.torch_api.modules import CONTAINER

#: by letter: the layer of torch.nn, and does it work in place?
LAYERS_BY_LETTER = MappingProxyType(
    {
        "C": ("torch.nn.Conv2d", False),
        "B": ("torch.nn.BatchNorm2d", False),
        "R": ("torch.nn.ReLU", True),
        "M": ("torch.nn.MaxPool2d", False),
        "A": ("torch.nn.AdaptiveAvgPool2d", False),
        "L": ("torch.nn.Linear", False),
        "D": ("torch.nn.Dropout", False),
    }
)
#: the parts of a network, in the order of its forward pass
NETWORK = replace(CONTAINER, name="torchvision.models.network", runs=("features", "avgpool", "classifier"))
#: how many convolutions stand before each pooling
_VGG = {"11": (1, 1, 2, 2, 2), "13": (2, 2, 2, 2, 2), "16": (2, 2, 3, 3, 3), "19": (2, 2, 4, 4, 4)}


def _vgg_plans() -> Iterator[tuple[str, dict[str, str]]]:
    for depth, blocks in _VGG.items():
        for suffix, convolution in (("", "CR"), ("_bn", "CBR")):
            features = "".join(convolution * count + "M" for count in blocks)
            yield f"vgg{depth}{suffix}", {"features": features, "avgpool": "A", "classifier": "LRDLRDL"}


#: by name: the layers of each part, by letter
NETWORK_PLANS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {**dict(_vgg_plans()), "alexnet": {"features": "CRMCRMCRCRCRM", "avgpool": "A", "classifier": "DLRDLRL"}}
)
