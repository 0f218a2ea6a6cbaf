"""Gradients that the program writes itself: by a method of `.grad`, or by assigning to it, or to items of it. Floor 3.

What held before is gone, whether or not what is written there is zero.
"""

from __future__ import annotations

from retain_lint.domain.assume import resolve
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, Known, Slice, Symbol, Value
from retain_lint.interpreter.autograd.gradient_flow import clear_gradients, read_gradient
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest

#: what a tensor held does not show in what they leave in it
_OVERWRITING = frozenset(
    "bernoulli_ cauchy_ copy_ exponential_ fill_ geometric_ log_normal_ normal_ random_ set_ uniform_ zero_".split()
)
#: of these a zero leaves nothing
_BY_A_NUMBER = frozenset({"fill_", "mul_", "multiply_"})
#: they change nothing in it
_KEEPING = frozenset({"detach_", "detach", "requires_grad_"})
#: `[:]` and `[...]`
_WHOLE = (Slice(NONE, NONE, NONE), Known(...))
_ITSELF = frozenset({"detach", "data", "zero_", "detach_"})


def call_gradient_method(m: Analysis, state: State, receiver: Symbol, name: str, request: CallRequest) -> Value:
    """A method of a tensor's gradient."""
    leaf = leaf_of_gradient(receiver)
    if leaf is not None:
        event = m.event(EventKind.OVERWRITTEN, request.span)
        if name == "zero_" or name in _BY_A_NUMBER and _is_zero(state, request.first()):
            clear_gradients(m, state, [leaf], event)
        elif name in _OVERWRITING:
            replace_gradient(m, state, leaf, request.first(), event)
        elif name not in _KEEPING:
            read_gradient(m, state, leaf)
    return receiver if name in _ITSELF else m.symbol("value", plain=True)


def leaf_of_gradient(value: Value) -> Address | None:
    """The leaf whose gradient the value is."""
    known = isinstance(value, Symbol) and value.key[0] == "grad" and isinstance(value.key[1], int)
    return value.key[1] if known else None  # type: ignore[union-attr, return-value]


def replace_gradient(m: Analysis, state: State, leaf: Address, source: Value | None, event: Event) -> None:
    """Something else is a leaf's gradient from here on: that of no engine call which is known, unless it is None."""
    clear_gradients(m, state, [leaf], event)
    state.unknown_reach |= source not in (None, NONE)


def write_gradient_item(
    m: Analysis, state: State, leaf: Address, index: Value, source: Value | None, event: Event
) -> None:
    """`p.grad[index] = source`: where that is not all of it, the rest stays."""
    if index not in _WHOLE:
        read_gradient(m, state, leaf)
    else:
        replace_gradient(m, state, leaf, NONE if _is_zero(state, source) else source, event)


def _is_zero(state: State, value: Value | None) -> bool:
    value = resolve(state, value or NONE)
    return isinstance(value, Known) and isinstance(value.value, (int, float)) and value.value == 0
