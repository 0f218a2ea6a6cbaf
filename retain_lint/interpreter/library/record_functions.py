"""Functions of the standard library that make classes of named fields, or act on their objects. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.record_classes import RECORD_FUNCTIONS, call_copy, call_factory


class RecordFunctions(LibraryModel):
    """`namedtuple(...)`, `dataclasses.replace(...)` and kin, see heap/record_classes.py."""

    functions = RECORD_FUNCTIONS

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        made = call_factory(m, state, name, request) or call_copy(m, state, name, request)
        return None if made is None else [Outcome(state, made)]
