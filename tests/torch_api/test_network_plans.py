"""The layers of torchvision's sequences: counted on torchvision 0.29.1, where every plan agreed layer by layer."""

from __future__ import annotations

import pytest
from torch import nn

from retain_lint.torch_api.lookup import find_layer
from retain_lint.torch_api.network_plans import LAYERS_BY_LETTER, NETWORK, NETWORK_PLANS

FEATURES = {
    "alexnet": 13,
    "vgg11": 21,
    "vgg11_bn": 29,
    "vgg13": 25,
    "vgg13_bn": 35,
    "vgg16": 31,
    "vgg16_bn": 44,
    "vgg19": 37,
    "vgg19_bn": 53,
}


@pytest.mark.parametrize("name", FEATURES)
def test_a_plan_has_the_layers_of_the_network(name: str) -> None:
    plan = NETWORK_PLANS[name]
    assert tuple(plan) == NETWORK.runs
    assert (len(plan["features"]), len(plan["avgpool"]), len(plan["classifier"])) == (FEATURES[name], 1, 7)


def test_every_network_was_counted() -> None:
    assert NETWORK_PLANS.keys() == FEATURES.keys()


@pytest.mark.parametrize(("name", "writes"), LAYERS_BY_LETTER.values())
def test_a_letter_is_a_layer_that_writes_its_input_or_not(name: str, writes: bool) -> None:
    spec = find_layer(name)
    assert spec is not None and hasattr(nn, name.rpartition(".")[2])
    assert not writes or spec.inplace
