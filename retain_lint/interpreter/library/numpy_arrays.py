"""numpy's arrays of numbers: what is stored in one is copied, and no graph with it. Floor 3."""

from __future__ import annotations

from retain_lint.domain.assume import resolve
from retain_lint.domain.state import State
from retain_lint.domain.value import External, Known, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.heap.provenance import ARRAY

_MAKERS = frozenset(f"numpy.{name}" for name in ("zeros", "ones", "empty", "eye", "identity", "arange", "linspace"))
#: of objects, which may be tensors
_OBJECTS = frozenset({"builtins.object", "numpy.object_", "numpy.object"})
_PLACES = ("shape", "dtype")
#: these take numbers first
_RANGES = frozenset({"numpy.arange", "numpy.linspace"})


class NumberArrays(LibraryModel):
    """`np.zeros((n, 3), dtype=np.float32)`. An array of another dtype, or one that is not known, may hold objects."""

    functions = _MAKERS

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        kind = request.argument(() if name in _RANGES else _PLACES, "dtype")
        return (
            [Outcome(state, m.symbol(ARRAY, plain=True))] if kind is None or _is_number(resolve(state, kind)) else None
        )


def _is_number(kind: Value) -> bool:
    if isinstance(kind, Known):
        return isinstance(kind.value, str) and kind.value not in ("O", "object")
    return isinstance(kind, External) and kind.name.startswith(("numpy.", "builtins.")) and kind.name not in _OBJECTS
