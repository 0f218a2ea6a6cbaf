"""Registries: dictionaries of one file that code in others fills, which is not followed. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FrameId, Ref, Value
from retain_lint.interpreter.heap.objects import is_module_class

#: objects in objects in the globals of a file
_MAX_NESTING = 3


def open_registries(state: State, frame: FrameId, *, tables: bool) -> None:
    """Empty dictionaries may have entries: those that objects and classes in a file's globals hold, and `tables` that are
    globals themselves."""
    for value in state.variables(frame).values():
        if tables or not isinstance(state.record(value), DictRecord):
            _open(state, value, _MAX_NESTING)


def _open(state: State, value: Value, depth: int) -> None:
    record = state.get(value.address) if isinstance(value, Ref) and depth else None
    if not isinstance(value, Ref):
        return
    if isinstance(record, ClassRecord) or isinstance(record, InstanceRecord) and not is_module_class(state, record.cls):
        for _, member in record.attributes:
            _open(state, member, depth - 1)
    elif isinstance(record, DictRecord):
        for _, item in record.items:
            _open(state, item, depth - 1)
        if not record.items:
            state.put(value.address, replace(record, exact=False))
