"""`options.copy()` of an unknown value: tensors have no such method, so that it is a dictionary, a list or an array, and the copy
another one of the same items. Floor 3."""

from __future__ import annotations

from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Value
from retain_lint.domain.value_numbers import Fresh
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import looks_like_module
from retain_lint.interpreter.heap.provenance import name_part


def copy_unknown(m: Analysis, state: State, receiver: Value, name: str, request: CallRequest) -> Value | None:
    """The copy, as a part of the receiver; None for any other method, for models, and where something was stored in the receiver:
    what is stored in one of the two is not in the other."""
    if name != "copy" or request.values() or not isinstance(receiver, Symbol):
        return None
    if looks_like_module(m, receiver) or any(True for _ in state.attached(receiver.key)):
        return None
    return name_part(m, receiver, "item", Fresh(m.fresh()))
