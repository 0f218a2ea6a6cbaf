"""Layers of the program's own that derive from one of torch's: a layer of that kind is behind them, with its parameters and, as
long as they have no `forward` of their own, with what it saves. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, LayerRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import LAYER_PART
from retain_lint.torch_api.layer_attributes import SETTINGS
from retain_lint.torch_api.lookup import find_layer

_PARAMETERS = frozenset({"weight", "bias"})


class LayerSubclasses(LibraryModel):
    """See the module's text. Containers are made by their children, not by their constructor alone."""

    part = LAYER_PART

    def is_base(self, name: str) -> bool:
        spec = find_layer(name)
        return spec is not None and not spec.container and bool(spec.parameters) and name.startswith("torch.nn.")

    def build(self, m: Analysis, state: State, made: Ref, base: External, request: CallRequest) -> Value | None:
        call = m.interpreter.call_value
        outcomes = call(m, state, base, request.positional, request.keywords, request.span, request.instruction)
        return next(
            (outcome.value for outcome in outcomes if isinstance(state.record(outcome.value), LayerRecord)), None
        )

    def inherits(self, state: State, part: Value, name: str) -> bool:
        return name in _PARAMETERS or name in SETTINGS


def layer_behind(record: InstanceRecord) -> Value | None:
    """torch's own layer behind such an object; None if there is none, or its constructor has not run."""
    return lookup(record.attributes, LAYER_PART)
