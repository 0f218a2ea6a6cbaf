"""Networks of torchvision of which every layer is known: VGG and AlexNet (torch_api/network_plans.py). Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import LayerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.library.modules import make_layer
from retain_lint.torch_api.lookup import find_layer
from retain_lint.torch_api.network_plans import LAYERS_BY_LETTER, NETWORK, NETWORK_PLANS


class PlannedNetworks(LibraryModel):
    """Their models are made layer by layer, whatever weights they are given: programs slice them, walk through them and
    replace their layers. A model that is made around one of the program's stays to the other makers."""

    functions = frozenset(
        f"torchvision.models.{module}{name}"
        for name in NETWORK_PLANS
        for module in ("", f"{name.rstrip('_bn0123456789')}.")
    )

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if any(isinstance(value, Ref) for value in request.values()):
            return None
        plan = NETWORK_PLANS[name.rpartition(".")[2]]
        parts = tuple((part, _make_part(m, state, letters, request)) for part, letters in plan.items())
        return [Outcome(state, allocate(m, state, LayerRecord(NETWORK, None, parts)))]


def _make_part(m: Analysis, state: State, letters: str, request: CallRequest) -> Value:
    layers = tuple(_make(m, state, letter, request) for letter in letters)
    if len(layers) == 1:
        return layers[0]
    sequence = find_layer("torch.nn.Sequential")
    assert sequence is not None, "torch.nn.Sequential is a layer"
    return make_layer(m, state, sequence, replace(request, positional=layers, keywords={}))


def _make(m: Analysis, state: State, letter: str, request: CallRequest) -> Value:
    name, writes = LAYERS_BY_LETTER[letter]
    spec = find_layer(name)
    assert spec is not None, "the plans consist of layers of torch.nn"
    keywords: dict[str, Value] = {"inplace": Known(True)} if writes else {}
    return make_layer(m, state, spec, replace(request, positional=(), keywords=keywords))
