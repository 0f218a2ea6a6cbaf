"""The tables' answer for each measured layer: what it holds, and which buffers of the user and parameters it keeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from retain_lint.torch_api.lookup import find_layer
from retain_lint.torch_api.spec import LayerSpec, When

Entry = Mapping[str, Any]
#: short names in the measurements
SHORT = {"Conv": "Conv2d", "BN": "BatchNorm2d"}


def layers_of(name: str) -> list[LayerSpec] | None:
    """The layers of `nn.Linear`, `expr:nn.Sequential(Linear,ReLU)`, `expr:nn.Linear nobias`; None if one has no row."""
    sequence = re.fullmatch(r"expr:nn\.Sequential\((.*)\)", name)
    wrapped = re.fullmatch(r"expr:(?:utils|parametrizations)\.\w+\((\w+)\)", name)
    if sequence:
        names = [SHORT.get(part, part) for part in sequence[1].split(",")]
    elif wrapped:
        names = [wrapped[1]]
    else:
        names = re.findall(r"nn\.(\w+)", name)[:1]
    found = [find_layer(f"torch.nn.{part}") for part in names]
    return [layer for layer in found if layer is not None] if found and all(found) else None


def holds_is_right(entry: Entry) -> bool:
    """Does a second backward fail? A layer that only an eval mode, p=0 or a bias alone lets pass counts as one that
    holds: no row speaks of biases."""
    found = layers_of(entry["op"])
    if found is None:
        return False
    if entry["saves"] == "n/a":
        return not any(layer.differentiable for layer in found)
    holds = any(layer.holds is not When.NEVER for layer in found)
    if entry["saves"] == "depends" and "eval()" in entry["rule"]:
        return holds and all(layer.identity_in_eval for layer in found)
    return bool(holds == (entry["saves"] != "never"))


def weights_are_right(entry: Entry) -> bool:
    """Are parameters kept, when the input does not require grad and when it does?"""
    measured = (bool(entry["params_saved_input_no_grad"]), bool(entry["params_saved_input_grad"]))
    if entry["second_backward_after_step"]["input_grad"] is None:
        measured = (measured[0], measured[0])  # its input is a tensor of integers
    found = layers_of(entry["op"])
    return found is not None and (keeps_weights(found, False), keeps_weights(found, True)) == measured


def step_is_right(entry: Entry) -> bool:
    """Does a step of its parameters make the second backward fail?"""
    found = layers_of(entry["op"])
    measured = entry["second_backward_after_step"]
    return found is not None and all(
        keeps_weights(found, requires) == (outcome == "stale")
        for requires, outcome in ((False, measured["input_no_grad"]), (True, measured["input_grad"]))
        if outcome is not None
    )


def keeps_weights(layers: list[LayerSpec], requires_grad: bool) -> bool:
    """Does one of the layers in a row keep its weights?"""
    for layer in layers:
        if layer.saves_weight is When.ALWAYS or layer.saves_weight is When.INPUT_GRAD and requires_grad:
            return True
        requires_grad = requires_grad or layer.parameters
    return False


def buffers_are_right(entry: Entry) -> bool:
    """Are the input and the output kept, whose later write torch notices?"""
    found = layers_of(entry["op"])
    if found is None or len(found) != 1:
        return found is not None
    saved = {name.partition("[")[0] for name in entry["saved"] if name != "output[1]"}
    return (found[0].saves_input, found[0].saves_result) == ("input" in saved, "output" in saved)
