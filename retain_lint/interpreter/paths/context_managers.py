"""Context managers: what they run before and after the body of their `with`, and what `as` receives. Floor 3."""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.assume import truth_of
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Context, FunctionValue, Manager, Symbol, Value
from retain_lint.interpreter.calls.dispatch import call_function
from retain_lint.interpreter.calls.given_models import may_set_flags
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import class_attribute, record_of
from retain_lint.interpreter.library.exit_stack_modes import is_stack, leave_stack, mode_before
from retain_lint.ir.model import Call
from retain_lint.source import Span

#: runs the body of a `with` on one path, given what the manager hands out
Body = Callable[[State, Value], list[Outcome]]


def run_managed(m: Analysis, state: State, manager: Value, span: Span, body: Body) -> list[Outcome]:
    """Runs a body inside what its manager makes of it. Outcomes of the body that raise may be caught."""
    if isinstance(manager, Context):
        return _run_in_mode(state, Ternary.of(manager.enabled), NONE, body)
    if isinstance(manager, Manager):
        return _run_at_yield(m, state, manager, span, body)
    methods = _methods_of(state, manager)
    if methods is not None:
        return _run_between(m, state, manager, methods, span, body)
    if isinstance(manager, Symbol) and is_stack(manager):
        return _run_on_stack(state, manager, body)
    # what most return, or what it wraps
    entered = m.symbol("entered", plain=True) if isinstance(manager, Symbol) and manager.plain else manager
    if may_set_flags(m.source.slice(span).partition("(")[0]):  # `with library.no_grad():` may record nothing
        return _run_in_mode(state, state.grad_mode.both(Ternary.MAYBE), entered, body)
    return body(state, entered)


def _run_in_mode(state: State, mode: Ternary, entered: Value, body: Body) -> list[Outcome]:
    before, state.grad_mode = state.grad_mode, mode
    outcomes = body(state, entered)
    for outcome in outcomes:
        outcome.state.grad_mode = before
    return outcomes


def _run_on_stack(state: State, stack: Symbol, body: Body) -> list[Outcome]:
    before = mode_before(state, stack)
    outcomes = body(state, stack)
    for outcome in outcomes:
        leave_stack(outcome.state, stack, before)
    return outcomes


def _run_at_yield(m: Analysis, state: State, manager: Manager, span: Span, body: Body) -> list[Outcome]:
    """Runs a generator function; its `yield` runs the body, as if the functions that lead to it here were suspended. A
    mode that decorates the generator does not hold in the body."""
    depth, outer = len(m.stack), state.grad_mode

    def at_yield(inside: State, value: Value) -> list[Outcome]:
        suspended, mode = m.stack[depth:], inside.grad_mode
        del m.stack[depth:]
        inside.grad_mode = mode if manager.function.mode is None else outer
        outcomes = body(inside, value)
        m.stack.extend(suspended)
        for outcome in outcomes if manager.function.mode is not None else ():
            outcome.state.grad_mode = mode
        return outcomes

    call = Call(span, "%", "%", ())
    request = CallRequest(manager.arguments, dict(manager.keywords), span, call, at_yield)
    return call_function(m, state, manager.function, request)


def _methods_of(state: State, manager: Value) -> tuple[FunctionValue, FunctionValue] | None:
    record = record_of(state, manager)
    for names in (("__enter__", "__exit__"), ("__aenter__", "__aexit__")):
        found = [class_attribute(state, record.cls, n) for n in names] if isinstance(record, InstanceRecord) else []
        functions = [value for value in found if isinstance(value, FunctionValue)]
        if len(functions) == len(names):
            return functions[0], functions[1]
    return None


def _run_between(
    m: Analysis,
    state: State,
    manager: Value,
    methods: tuple[FunctionValue, FunctionValue],
    span: Span,
    body: Body,
) -> list[Outcome]:
    """Runs an object's `__enter__`, the body, and on every way out of it `__exit__`."""
    after: list[Outcome] = []
    for entered in m.interpreter.call_value(m, state, methods[0], (manager,), {}, span):
        if entered.raised:
            after.append(entered)
            continue
        m.scope.attempts += 1
        ended = body(entered.state, entered.value)
        m.scope.attempts -= 1
        for left in ended:
            after += _exit(m, left, manager, methods[1], span)
    return after


def _exit(m: Analysis, left: Outcome, manager: Value, method: FunctionValue, span: Span) -> list[Outcome]:
    """Calls `__exit__`; an exception goes on unless the method returns something true."""
    if not left.raised:
        return m.interpreter.call_value(m, left.state, method, (manager, NONE, NONE, NONE), {}, span)
    told = tuple(m.symbol("exception", plain=True) for _ in range(3))
    after: list[Outcome] = []
    for done in m.interpreter.call_value(m, left.state, method, (manager, *told), {}, span):
        caught = False if done.raised else truth_of(done.state, done.value)
        if caught is None:
            after.append(Outcome(done.state.fork(), NONE))
        after.append(Outcome(done.state, NONE, raised=caught is not True))
    return after
