"""Enumerations that are made by a call, and the numbers of members, see heap/enum_members.py. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import ClassRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Known, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.enum_members import (
    AUTO,
    ENUMERATIONS,
    UNNUMBERED,
    find_member,
    number_members,
)
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.record_classes import listed_names
from retain_lint.source import Span


class Enumerations(LibraryModel):
    """`auto()`, and `Enum("Phase", "WARM COLD")`, which makes a class."""

    functions = ENUMERATIONS | {AUTO}

    def item(self, m: Analysis, state: State, value: Value, index: Value, span: Span) -> Value | None:
        written = index.value if isinstance(index, Known) else None
        return find_member(state, value, written) if isinstance(written, str) else None

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        if name == AUTO:
            return [Outcome(state, UNNUMBERED)]
        if len(request.positional) != 2 or request.keywords:
            return None
        title, listed = request.positional
        names = listed_names(state, listed)
        if names is None or not isinstance(title, Known):
            return None
        attributes = tuple((member, UNNUMBERED) for member in names)
        made = allocate(m, state, ClassRecord(str(title.value), (External(name),), attributes, m.context.module))
        number_members(state, made)
        return [Outcome(state, made)]
