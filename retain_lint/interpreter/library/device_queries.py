"""`torch.cuda.is_available()` and kin: which devices there are does not change while a program runs. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

_KINDS = ("cuda", "mps", "xpu", "backends.mps", "backends.cuda", "backends.cudnn")


class DeviceQueries(LibraryModel):
    """The same unknown value each time."""

    functions = frozenset(f"torch.{kind}.{name}" for kind in _KINDS for name in ("is_available", "device_count"))

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """An unknown value that the name of the function names."""
        return None if any(request.values()) else [Outcome(state, Symbol(("device", name), plain=True))]
