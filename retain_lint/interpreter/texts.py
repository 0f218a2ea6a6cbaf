"""Methods of texts: what is asked of a text twice has the same answer twice, though it cannot be seen. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Value
from retain_lint.interpreter.assume import resolve
from retain_lint.interpreter.request import CallRequest

_METHODS = frozenset(
    "casefold endswith find isalpha isdigit isnumeric lower lstrip replace rfind rstrip startswith strip upper".split()
)


def call_text_method(state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The result of a text's method given constant texts; None for anything else."""
    if name not in _METHODS or request.keywords:
        return None
    given = tuple(resolve(state, value) for value in request.positional)
    words = tuple(value.value for value in given if isinstance(value, Known) and isinstance(value.value, str))
    if len(words) < len(given):
        return None
    receiver = resolve(state, receiver)
    if isinstance(receiver, Symbol) and receiver.key not in state.tensors:
        return Symbol(("text", name, receiver.key, *words), plain=True)
    if not isinstance(receiver, Known) or not isinstance(receiver.value, str):
        return None
    try:
        return Known(getattr(receiver.value, name)(*words))
    except TypeError:
        return None
