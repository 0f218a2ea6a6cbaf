"""Gradients that the program writes itself: by a method of `.grad`, or by assigning to it, or to items of it. Floor 3.

What held before is gone, whether or not what is written there is zero.
"""

from __future__ import annotations

from retain_lint.domain.assume import resolve
from retain_lint.domain.history import EventKind
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Address, Known, Slice, Symbol, Value
from retain_lint.interpreter.autograd.gradient_flow import clear_gradients, leaf_of_gradient, read_gradient
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.ir.model import Binary
from retain_lint.ir.shape_uses import LOOKS
from retain_lint.source import Span

#: what a tensor held does not show in what they leave in it
_OVERWRITING = frozenset(
    "bernoulli_ cauchy_ copy_ exponential_ fill_ geometric_ log_normal_ normal_ random_ set_ uniform_ zero_".split()
)
#: of these a zero leaves nothing
_BY_A_NUMBER = frozenset({"fill_", "mul_", "multiply_"})
#: whatever they are given, something of it is left
_LEAVING = frozenset("+-/")
#: they change nothing in it
_KEEPING = frozenset({"detach_", "detach", "requires_grad_"})
#: `[:]` and `[...]`
_WHOLE = (Slice(NONE, NONE, NONE), Known(...))


def call_gradient_method(m: Analysis, state: State, receiver: Symbol, name: str, request: CallRequest) -> Value:
    """A method of a tensor's gradient."""
    leaf = leaf_of_gradient(receiver)
    if leaf is not None:
        if name == "zero_" or name in _BY_A_NUMBER and _is_zero(state, request.first()):
            _overwrite(m, state, leaf, request.span)
        elif name in _OVERWRITING:
            _overwrite(m, state, leaf, request.span)
            state.unknown_reach = True
        elif name not in _KEEPING and name not in LOOKS:
            read_gradient(m, state, leaf)
    itself = name == "detach" or name.endswith("_")
    return receiver if itself else m.symbol("value", plain=True)


def change_in_place(m: Analysis, state: State, i: Binary, gradient: Value, operand: Value) -> Value | None:
    """`p.grad *= 0`, or what leaves something of it, such as `p.grad /= count`; None if it changes no gradient."""
    leaf = leaf_of_gradient(gradient) if i.in_place else None
    if leaf is None:
        return None
    if i.op == "*" and _is_zero(state, operand):
        _overwrite(m, state, leaf, i.span)
        return gradient
    read_gradient(m, state, leaf)
    stays = i.op in _LEAVING and operand != gradient or isinstance(resolve(state, operand), Known)
    return gradient if stays else m.symbol("value", plain=True)


def write_gradient_item(
    m: Analysis, state: State, leaf: Address, index: Value, source: Value | None, span: Span
) -> None:
    """`p.grad[index] = source`: where that is not all of it, the rest stays."""
    if index not in _WHOLE:
        read_gradient(m, state, leaf)
        return
    _overwrite(m, state, leaf, span)
    state.unknown_reach |= not _is_zero(state, source)


def replace_gradient(m: Analysis, state: State, leaf: Address, source: Value | None, span: Span) -> None:
    """`p.grad = source`: that of no engine call which is known, unless it is None, which is as good as none."""
    if source is None or source == NONE:
        clear_gradients(m, state, [leaf], m.event(EventKind.CLEARED, span))
    elif leaf_of_gradient(source) != leaf:  # `p.grad *= 2` stores what it has changed
        _overwrite(m, state, leaf, span)
        state.unknown_reach = True


def _overwrite(m: Analysis, state: State, leaf: Address, span: Span) -> None:
    clear_gradients(m, state, [leaf], m.event(EventKind.OVERWRITTEN, span))


def _is_zero(state: State, value: Value | None) -> bool:
    value = resolve(state, value or NONE)
    return isinstance(value, Known) and isinstance(value.value, (int, float)) and value.value == 0
