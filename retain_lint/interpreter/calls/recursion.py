"""How often a function that is called runs already. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Ref
from retain_lint.interpreter.context.analysis import Analysis, CallContext
from retain_lint.interpreter.context.call_request import CallRequest


def count_running(m: Analysis, function: FunctionValue, receiver: Ref | None, request: CallRequest) -> int:
    """The running calls of the function, for the same object or for one alike."""
    numbers = numbers_in(request)
    calls = (context for context in m.stack if context.function is function.function)
    return sum(c.receiver == receiver or _is_made_alike(c, receiver, numbers) for c in calls)


def _is_made_alike(call: CallContext, receiver: Ref | None, numbers: tuple[Known, ...]) -> bool:
    """Was the object made by the running call, to be called as that was? Blocks that are nested as deep as a number says hand on
    another one; others make object after object."""
    return receiver is not None and call.frame < receiver.address and call.numbers == numbers


def numbers_in(request: CallRequest) -> tuple[Known, ...]:
    """The whole numbers among the arguments."""
    return tuple(value for value in request.values() if isinstance(value, Known) and type(value.value) is int)


def receiver_of(state: State, request: CallRequest) -> Ref | None:
    """The object whose method is called: one that calls the same method of another (a block of its inner block) does not
    recurse, however many there are."""
    first = request.first()
    return first if isinstance(first, Ref) and isinstance(state.record(first), (InstanceRecord, LayerRecord)) else None
