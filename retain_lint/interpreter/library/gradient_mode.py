"""`torch.is_grad_enabled()`: is a graph recorded where it is asked? Floor 3."""

from __future__ import annotations

from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Known
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel


class GradientMode(LibraryModel):
    """Known unless the path does not know what mode it is in (`with torch.set_grad_enabled(flag)`)."""

    functions = frozenset({"torch.is_grad_enabled", "torch._C.is_grad_enabled"})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """True or False, or an unknown value."""
        mode = state.grad_mode
        return [Outcome(state, m.symbol("value", plain=True) if mode is Ternary.MAYBE else Known(mode is Ternary.YES))]
