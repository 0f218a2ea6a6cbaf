"""Items by name of what an unseen callee returned: it is a mapping, and no tensor is written. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import TensorRecord, lookup, replace_pair
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Ref, Value, key_of
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.tensors import graph_operands


def is_mapping(value: Value, record: TensorRecord, index: Value) -> bool:
    """Tensors have no items by name."""
    named = isinstance(index, Known) and isinstance(index.value, str)
    return record.opaque and named and isinstance(value, Ref)


def stored_under(state: State, value: Value, index: Value) -> Value | None:
    """What the program has stored there itself."""
    return lookup(state.overlay.get(_key(value), ()), repr(index))


def store_under(m: Machine, state: State, value: Ref, record: TensorRecord, index: Value, source: Value | None) -> None:
    """Whoever is handed the mapping may go through its own graphs or those of what it holds now."""
    key = _key(value)
    state.overlay[key] = replace_pair(state.overlay.get(key, ()), repr(index), source)
    held = {part.node for part in graph_operands(m, state, [source] if source is not None else [])}
    parts = tuple(sorted({number for number in (record.node, *held) if number is not None}))
    if parts and parts != (record.node,):
        node = m.graph.add_choice(parts, Ternary.MAYBE)
        state.heap[value.address] = replace(record, node=node, requires_grad=Ternary.MAYBE)


def _key(value: Value) -> Key:
    return ("items", *key_of(value))
