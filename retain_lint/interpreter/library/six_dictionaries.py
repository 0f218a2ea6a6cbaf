"""`six.iteritems(d)` and kin: methods of the dictionary, under both versions of Python. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Method
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

_METHODS = {f"six.{prefix}{method}": method for prefix in ("iter", "view") for method in ("items", "keys", "values")}


class SixDictionaries(LibraryModel):
    """See the module's text."""

    packages = ("six.",)

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        given = request.first()
        if given is None or name not in _METHODS:
            return None
        return m.interpreter.call_value(m, state, Method(given, _METHODS[name]), (), {}, request.span)
