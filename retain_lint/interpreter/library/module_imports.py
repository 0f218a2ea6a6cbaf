"""`importlib.import_module(name)`, and `pytest.importorskip(name)` of tests: a file of the project where the name is known, else
code that is not followed. Floor 3.

Packages import all of their files in a loop over a folder, so that each adds its classes to a dictionary of another file: after
such an import a dictionary of an imported file that was empty may have entries.
"""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Known
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.module_globals import import_module
from retain_lint.interpreter.heap.registries import open_registries


class ModuleImports(LibraryModel):
    """See the module's text."""

    functions = frozenset({"importlib.import_module", "pytest.importorskip"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        given = request.argument(("name", "package"), "name")
        if isinstance(given, Known) and isinstance(given.value, str) and not given.value.startswith("."):
            return [Outcome(state, import_module(m, state, m.context.module, given.value, whole=True))]
        for path, frame in m.program.globals.items():
            if path != m.program.script and frame in state.frames:  # the script runs by itself
                open_registries(state, frame, tables=True)
        return None
