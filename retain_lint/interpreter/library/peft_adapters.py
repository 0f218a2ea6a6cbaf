"""Adapters put into a model's layers (peft): what of the model is still trained afterwards. Floor 3.

`get_peft_model` freezes the model. Each layer that the configuration names gets weights of its own beside the frozen ones
(peft/tuners/lora/layer.py: the result is `base(x) + lora_B(lora_A(x)) * scaling`): the leaf of that layer stands for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from retain_lint.domain.heap import ClassRecord, InstanceRecord, LayerRecord, ListRecord, lookup
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.known_records import tensor_at
from retain_lint.interpreter.heap.objects import leaves_of, record_of
from retain_lint.interpreter.library.module_wrappers import wrap
from retain_lint.interpreter.library.submodules import modules_below

_CONFIGURATION = "LoraConfig"


def adapt(m: Analysis, state: State, subject: Value, names: Sequence[str], request: CallRequest) -> Value:
    """The model, of which only the adapted layers are trained; where these are not known, any of it may be."""
    if not isinstance(record_of(state, subject), (InstanceRecord, LayerRecord)):
        return wrap(m, state, subject, names, request)
    targets = _named_layers(state, request.argument(names, "peft_config"))
    trained = {} if targets is None else _trained(m, state, subject, targets)
    for leaf in leaves_of(m, state, subject)[0]:
        state.update_tensor(leaf, tensor_at(state, leaf), requires_grad=trained.get(leaf, Ternary.MAYBE))
    return wrap(m, state, subject, names, request)


def _trained(m: Analysis, state: State, model: Value, targets: list[str]) -> dict[Address, Ternary]:
    """Of each layer that is seen, whether it is one of the named ones."""
    found: dict[Address, Ternary] = {}
    for name, part in modules_below(m, state, model):
        record = record_of(state, part)
        if isinstance(record, LayerRecord) and record.weights is not None and "%" not in name:
            found[record.weights] = Ternary.of(any(f".{name}".endswith(f".{target}") for target in targets))
    return found


def _named_layers(state: State, config: Value | None) -> list[str] | None:
    """The names in `LoraConfig(target_modules=[...])`; None where they are not seen, or are a pattern, or whole modules are
    to be trained beside them."""
    record = record_of(state, config) if config is not None else None
    cls = state.get(record.cls) if isinstance(record, InstanceRecord) else None
    if not isinstance(record, InstanceRecord) or not isinstance(cls, ClassRecord) or cls.name != _CONFIGURATION:
        return None
    targets = lookup(record.attributes, "target_modules")
    if targets is None or lookup(record.attributes, "modules_to_save") is not None:
        return None
    return _words(state, targets)


def _words(state: State, value: Value) -> list[str] | None:
    """The strings of a list; None if it is something else, or there may be more."""
    record = record_of(state, value)
    items = record.items if isinstance(record, ListRecord) and record.exact else ()
    items = value.items if isinstance(value, Tuple) else items
    words = [item.value for item in items if isinstance(item, Known) and isinstance(item.value, str)]
    return words if items and len(words) == len(items) else None
