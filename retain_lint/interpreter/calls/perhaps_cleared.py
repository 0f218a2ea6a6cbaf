"""Opaque code that is handed a model or an optimiser, and gives nothing back: callbacks and hooks, which may clear gradients.
Floor 3."""

from __future__ import annotations

from retain_lint.domain.heap import OptimizerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Value
from retain_lint.interpreter.autograd.given_optimizers import forget_used
from retain_lint.interpreter.calls.callee_kinds import name_of
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.effect_free import is_quiet, read_traits
from retain_lint.interpreter.effects.opaque_parameters import may_reach_parameters
from retain_lint.interpreter.heap.objects import looks_like_optimizer
from retain_lint.ir.model import Function
from retain_lint.torch_api.vocabulary import CLEARS_NOTHING


def note_perhaps_cleared(m: Analysis, state: State, name: str, request: CallRequest) -> None:
    """What a step has used is perhaps cleared. What none has is left alone: to clear that would be an error. What takes a
    model and returns something computes by it; what takes an optimiser may be a context."""
    if any(word in name.lower() for word in CLEARS_NOTHING):
        return
    if not any(c.consumers for added in state.gradients.values() for c in added):
        return
    given = request.values()
    if _any_optimizer(m, state, given) or not request.instruction.used and may_reach_parameters(m, state, given):
        forget_used(m, state)


def note_perhaps_cleared_by(m: Analysis, state: State, callee: Value, request: CallRequest) -> None:
    """The same of an opaque callee; a function of the project that the budget does not follow may clear what it names itself."""
    if isinstance(callee, FunctionValue) and not is_quiet(m, callee.function):
        forget_used(m, state)
    note_perhaps_cleared(m, state, name_of(callee), request)


def note_perhaps_cleared_in(m: Analysis, state: State, function: Function, request: CallRequest) -> None:
    """The same of a function that is not run, since it leaves no trace but what it calls may."""
    if read_traits(function).passes_on:
        note_perhaps_cleared(m, state, function.name, request)


def _any_optimizer(m: Analysis, state: State, values: tuple[Value, ...]) -> bool:
    return any(isinstance(state.record(value), OptimizerRecord) or looks_like_optimizer(m, value) for value in values)
