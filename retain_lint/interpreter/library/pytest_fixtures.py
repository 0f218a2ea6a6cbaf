"""`@pytest.fixture`: a function that runs anew for each test that has a parameter of its name. Floor 3.

One of a wider scope (`scope="module"`) gives several tests one value, and one under another name (`name=`) is not looked up by
that: these stay opaque.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Known, Partial
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel

#: the wrapper of such a function
FIXTURE = "fixture"
_DECORATOR = "pytest.fixture"
_OWN_SCOPE = (None, Known("function"))


class PytestFixtures(LibraryModel):
    """See the module's text."""

    functions = frozenset({_DECORATOR})

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        """`fixture(function)`, or `fixture(autouse=True)`, which is a decorator."""
        if "name" in request.keywords or request.keywords.get("scope") not in _OWN_SCOPE:
            return None
        given = request.first()
        if not request.positional:
            return [Outcome(state, Partial(External(_DECORATOR), (), tuple(request.keywords.items())))]
        return [Outcome(state, replace(given, wrapper=FIXTURE))] if isinstance(given, FunctionValue) else None
