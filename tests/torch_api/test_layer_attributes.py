"""What is said of the attributes of torch.nn's layers is so."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest
import torch
from torch import nn

from retain_lint.torch_api.layer_attributes import ASKED, SETTINGS, SIZES, has_attribute
from retain_lint.torch_api.lookup import find_layer
from retain_lint.torch_api.vocabulary import RUNNING_STATISTICS

#: constructor arguments, by class; the others take none
ARGUMENTS: dict[str, tuple[object, ...]] = {
    "AdaptiveLogSoftmaxWithLoss": (4, 6, [2]),
    "Bilinear": (2, 2, 2),
    "ChannelShuffle": (1,),
    "ConstantPad1d": (1, 0),
    "ConstantPad2d": (1, 0),
    "ConstantPad3d": (1, 0),
    "CrossMapLRN2d": (2,),
    "Embedding": (4, 2),
    "EmbeddingBag": (4, 2),
    "Fold": ((4, 4), 2),
    "FractionalMaxPool2d": (2, 2),
    "FractionalMaxPool3d": (2, 2),
    "GroupNorm": (1, 2),
    "LPPool1d": (2, 2),
    "LPPool2d": (2, 2),
    "LPPool3d": (2, 2),
    "LayerNorm": (2,),
    "LazyLinear": (2,),
    "LinearCrossEntropyLoss": (4, 6),
    "LocalResponseNorm": (2,),
    "MultiheadAttention": (4, 2),
    "PixelShuffle": (2,),
    "PixelUnshuffle": (2,),
    "RMSNorm": (2,),
    "RNNBase": ("LSTM", 2, 2),
    "Threshold": (0.1, 0),
    "Transformer": (4, 2, 1, 1),
    "TransformerDecoder": (nn.TransformerDecoderLayer(4, 2), 1),
    "TransformerDecoderLayer": (4, 2),
    "TransformerEncoder": (nn.TransformerEncoderLayer(4, 2), 1),
    "TransformerEncoderLayer": (4, 2),
    "Unflatten": (1, (1, 2)),
    "Unfold": (2,),
}
OF_TWO_SIZES = ("RNN", "LSTM", "GRU", "RNNCell", "LSTMCell", "GRUCell", "Linear")
OF_ONE_SIZE = ("AdaptiveAvg", "AdaptiveMax", "Avg", "BatchNorm", "Instance", "Max", "Reflection", "Replication", "Zero")
OF_ONE_SIZE += ("Circular", "Sync")


def layers() -> Iterator[str]:
    for name, cls in vars(nn).items():
        if inspect.isclass(cls) and issubclass(cls, nn.Module) and find_layer(f"torch.nn.{name}") is not None:
            yield name


def make(name: str) -> nn.Module:
    given = ARGUMENTS.get(name, ())
    if name in OF_TWO_SIZES:
        given = (2, 2)
    elif name.startswith("LazyConv"):
        given = (2, 1)
    elif name.startswith("Conv"):
        given = (2, 2, 1)
    elif name.startswith(OF_ONE_SIZE):
        given = (2,)
    layer = getattr(nn, name)(*given)
    assert isinstance(layer, nn.Module)
    return layer


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(layers()))
@pytest.mark.parametrize("attribute", sorted(ASKED))
def test_layers_have_what_is_said(name: str, attribute: str) -> None:
    spec = find_layer(f"torch.nn.{name}")
    assert spec is not None
    said = has_attribute(spec, attribute)
    assert said is None or hasattr(make(name), attribute) == said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(layers()))
def test_settings_are_no_tensors(name: str) -> None:
    kept = {name: value for name, value in vars(make(name)).items() if name in SETTINGS}
    assert not any(isinstance(value, (torch.Tensor, nn.Module)) for value in kept.values())


def test_settings_are_what_layers_keep() -> None:
    kept = {
        attribute for name in layers() if find_layer(f"torch.nn.{name}").parameters for attribute in vars(make(name))
    }
    assert kept >= SETTINGS


def test_what_is_known() -> None:
    said = [
        has_attribute(find_layer(f"torch.nn.{name}"), "reset_parameters") for name in ("Linear", "ReLU", "Sequential")
    ]
    assert said == [True, False, False]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", list(layers()))
def test_sizes_are_numbers(name: str) -> None:
    layer = make(name)
    held = [getattr(layer, size) for size in SIZES if hasattr(layer, size)]
    numbers = [part for value in held for part in (value if isinstance(value, tuple) else (value,))]
    assert all(number is None or isinstance(number, int) for number in numbers)


def test_each_size_is_a_setting() -> None:
    assert SIZES <= SETTINGS


def test_running_statistics_are_the_buffers_of_normalising_layers() -> None:
    assert {name for name, _ in nn.BatchNorm2d(2).named_buffers()} == RUNNING_STATISTICS
