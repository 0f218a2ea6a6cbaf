"""`importlib.import_module(name)`: a file of the project where the name is known, else code that is not followed. Floor 3.

Packages import all of their files in a loop over a folder, so that each adds its classes to a dictionary of another file: after
such an import a dictionary of an imported file that was empty may have entries.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.module_globals import import_module

#: objects in objects in the globals of a file
_MAX_NESTING = 3


class ModuleImports(LibraryModel):
    """See the module's text."""

    functions = frozenset({"importlib.import_module"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        given = request.argument(("name", "package"), "name")
        if isinstance(given, Known) and isinstance(given.value, str) and not given.value.startswith("."):
            return [Outcome(state, import_module(m, state, m.context.module, given.value, whole=True))]
        _open_registries(m, state)
        return None


def _open_registries(m: Analysis, state: State) -> None:
    """The script runs by itself: what it holds, no other file adds to."""
    for path, frame in m.program.globals.items():
        if path != m.program.script and frame in state.frames:
            for value in state.variables(frame).values():
                _open(state, value, _MAX_NESTING)


def _open(state: State, value: Value, depth: int) -> None:
    record = state.get(value.address) if isinstance(value, Ref) and depth else None
    if not isinstance(value, Ref):
        return
    if isinstance(record, (InstanceRecord, ClassRecord)):
        for _, member in record.attributes:
            _open(state, member, depth - 1)
    elif isinstance(record, DictRecord):
        for _, item in record.items:
            _open(state, item, depth - 1)
        if not record.items:
            state.put(value.address, replace(record, exact=False))
