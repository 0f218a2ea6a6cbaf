"""Items by name of what an unseen callee returned: it is a mapping, and no tensor is written. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import TensorRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Ref, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.tensors import graph_operands, weaken


def is_mapping(value: Value, record: TensorRecord, index: Value) -> bool:
    """Tensors have no items by name."""
    named = isinstance(index, Known) and isinstance(index.value, str)
    return record.opaque and named and isinstance(value, Ref)


def stored_under(state: State, value: Value, index: Value) -> Value | None:
    """What the program has stored there itself."""
    return lookup(state.attached(_key(value)), repr(index))


def store_under(
    m: Analysis, state: State, value: Ref, record: TensorRecord, index: Value, source: Value | None
) -> None:
    """Whoever is handed the mapping may go through its own graphs or those of what it holds now."""
    key = _key(value)
    state.attach(key, repr(index), source)
    parts = graph_operands(m, state, [source] if source is not None else [])
    held = {part.node for part in parts if part.node not in (None, record.node)}
    if held:
        weaken(m, state, value.address, record, held)


def _key(value: Value) -> Key:
    return ("items", *key_of(value))
