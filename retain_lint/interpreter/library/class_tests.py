"""Functions that ask of which class a value is: `isinstance` under other names. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import External
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

_CLASSES = {"torch.is_tensor": "torch.Tensor", "inspect.isclass": "builtins.type"}


class ClassTests(LibraryModel):
    """See the module's text."""

    functions = frozenset(_CLASSES)

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        given = request.first()
        if given is None:
            return None
        asked = given, External(_CLASSES[name])
        return m.interpreter.call_value(m, state, External("builtins.isinstance"), asked, {}, request.span)
