"""Gradient modes that a contextlib.ExitStack enters where its `with` does not see it: in branches and loops. Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord, lookup
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Context, FunctionValue, Known, Manager, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.effects.name_call_graph import names_reached
from retain_lint.interpreter.heap.objects import class_attribute

_STACKS = frozenset({"ExitStack", "AsyncExitStack"})
_ENTERING = frozenset({"enter_context", "enter_async_context"})
_CLOSING = frozenset({"close", "aclose"})
#: what sets a mode, wherever a manager's own code mentions it
_MODES = frozenset({"no_grad", "inference_mode", "set_grad_enabled", "enable_grad"})
#: the mode that held before the first entry; no program can write this name
_BEFORE = "%mode"


def is_stack(value: Value) -> bool:
    """Is it an ExitStack that was made in sight?"""
    return isinstance(value, Symbol) and value.key[0] == "made" and value.key[1] in _STACKS


class ExitStacks(LibraryModel):
    """`stack.enter_context(no_grad())`, `stack.close()`"""

    methods = _ENTERING | _CLOSING

    def method(
        self, m: Analysis, state: State, receiver: Value, name: str, request: CallRequest
    ) -> list[Outcome] | None:
        left = _call_stack(m, state, receiver, name, request.first())
        return None if left is None else [Outcome(state, left)]


def _call_stack(m: Analysis, state: State, stack: Value, name: str, given: Value | None) -> Value | None:
    """None where no mode is set or left."""
    if not isinstance(stack, Symbol) or not is_stack(stack):
        return None
    if name in _CLOSING:
        return leave_stack(state, stack, mode_before(state, stack))
    mode = _mode_of(m, state, given) if name in _ENTERING and given is not None else None
    if mode is None:
        return None
    pairs = state.attached(stack.key)
    if lookup(pairs, _BEFORE) is None:
        state.attach(stack.key, _BEFORE, Known(state.grad_mode.value))
    state.grad_mode = mode
    return NONE if isinstance(given, Context) else None


def _mode_of(m: Analysis, state: State, manager: Value) -> Ternary | None:
    """The mode that a manager sets, if it sets one; where its code does, that is not known."""
    if isinstance(manager, Context):
        return Ternary.of(manager.enabled)
    record = state.record(manager)
    entered = class_attribute(state, record.cls, "__enter__") if isinstance(record, InstanceRecord) else None
    function = manager.function if isinstance(manager, Manager) else entered
    if not isinstance(function, FunctionValue) or names_reached(m, function.function).isdisjoint(_MODES):
        return None
    return Ternary.MAYBE


def mode_before(state: State, stack: Symbol) -> Ternary:
    """The mode that holds again when the stack is left."""
    known = lookup(state.attached(stack.key), _BEFORE)
    return Ternary(known.value) if isinstance(known, Known) else state.grad_mode


def leave_stack(state: State, stack: Symbol, mode: Ternary) -> Value:
    """The end of a stack's `with`, or its close()."""
    state.grad_mode = mode
    state.attach(stack.key, _BEFORE, None)
    return NONE
