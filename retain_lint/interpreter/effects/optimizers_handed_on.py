"""Optimisers that unseen code is given: they may step where nobody sees it. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, OptimizerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, Method, Partial, Ref, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis

#: how deep in objects and containers they are looked for
_MAX_DEPTH = 3


def note_handed_optimizers(m: Analysis, state: State, values: Iterable[Value]) -> None:
    """Those among the values, and in what the values hold."""
    if m.ledger.owners.keys():
        for value in values:
            _note(m, state, value, _MAX_DEPTH)


def _note(m: Analysis, state: State, value: Value, depth: int) -> None:
    record = state.record(value)
    if isinstance(record, OptimizerRecord) and isinstance(value, Ref):
        m.ledger.stepped.add(value.address)
    elif depth:
        for part in _parts(value, record):
            _note(m, state, part, depth - 1)


def _parts(value: Value, record: object) -> Iterable[Value]:
    if isinstance(value, Tuple):
        return value.items
    if isinstance(value, (BoundMethod, Method)):
        return (value.receiver,)
    if isinstance(value, Partial):
        return value.parts
    if isinstance(record, InstanceRecord):
        return [held for _, held in record.attributes]
    if isinstance(record, ListRecord):
        return record.items
    return [held for _, held in record.items] if isinstance(record, DictRecord) else ()
