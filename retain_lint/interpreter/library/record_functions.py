"""Functions of the standard library that make classes of named fields, or act on their objects. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Ref
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.interpreter.heap.record_classes import (
    RECONSTRUCTING,
    RECORD_FUNCTIONS,
    call_copy,
    call_factory,
    fields_of,
)

#: what a constructor that is written by the annotations calls, or what stands in its place
_CONSTRUCTING = ("__post_init__", "__init__")


class RecordFunctions(LibraryModel):
    """`namedtuple(...)`, `dataclasses.replace(...)` and kin, see heap/record_classes.py."""

    functions = RECORD_FUNCTIONS

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        again = _construct_again(m, state, name, request)
        if again is not None:
            return again
        made = call_factory(m, state, name, request) or call_copy(m, state, name, request)
        return None if made is None else [Outcome(state, made)]


def _construct_again(m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
    """`replace(object, field=value)`, where the constructor runs code: that of the fields computes the other attributes anew.
    None where it does not, or not all that it is given is seen."""
    given = request.first()
    record = state.record(given) if given is not None else None
    if name not in RECONSTRUCTING or not isinstance(record, InstanceRecord) or "**" in request.keywords:
        return None
    if all(class_attribute(state, record.cls, method) is None for method in _CONSTRUCTING):
        return None
    fields = {field: lookup(record.attributes, field) for field in fields_of(state, record.cls)}
    known = {field: value for field, value in fields.items() if value is not None}
    return m.interpreter.call_value(m, state, Ref(record.cls), (), {**known, **request.keywords}, request.span)
