"""How many parameters a list holds: one leaf stands for all those of a layer, so that there may be more than are seen.
Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import LayerRecord, TensorRecord
from retain_lint.domain.path_condition import INFINITY
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref, Symbol, Tuple, Value
from retain_lint.interpreter.heap.iterables import concrete_items, length_key


def count_parameters(state: State, value: Value) -> Symbol | None:
    """len(value) of what holds parameters of layers, a number that is at least that of their leaves; None of anything else."""
    items, key = concrete_items(state, value) or (), length_key(state, value)
    leaves = {address for item in items for address in _leaves_in(state, item)}
    if key is None or not leaves or leaves.isdisjoint(_layer_leaves(state)):
        return None
    state.condition.narrow(key, len(items), INFINITY)
    return Symbol(key, plain=True)


def _leaves_in(state: State, item: Value) -> list[int]:
    """The parameter that an element is, or that it has beside its name."""
    parts = item.items if isinstance(item, Tuple) else (item,)
    records = ((part.address, state.record(part)) for part in parts if isinstance(part, Ref))
    return [address for address, record in records if isinstance(record, TensorRecord) and record.parameter]


def _layer_leaves(state: State) -> set[int | None]:
    return {record.weights for record in state.heap.values() if isinstance(record, LayerRecord)}
