"""Runs of functions: the body on one path, in a frame of its own, and the returns of all paths through it. Floor 3."""

from __future__ import annotations

from retain_lint.domain.base import Base, take_base
from retain_lint.domain.heap import ListRecord
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import NONE, FunctionValue, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, CallContext, Outcome
from retain_lint.interpreter.context.completions import Exits
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.paths.blocks import YIELDED_MORE, run_block
from retain_lint.interpreter.paths.path_merging import settle, settle_raised
from retain_lint.ir.model import Function


def run_function(
    m: Analysis, state: State, function: FunctionValue, frame: Frame, context: CallContext
) -> list[Outcome]:
    """Runs a function's body on one path, in a frame that is ready."""
    m.stack.append(context)
    state.enter_frame(context.frame, frame)
    comprehension, m.scope.in_comprehension = m.scope.in_comprehension, False
    loops = state.loops
    exits = Exits()
    base = take_base(state, m.counter + 1, m.graph)
    m.bases.append(base)
    try:
        ended = run_block(m, function.function.body, [state], exits)
        # Those that came to the end first, since of many paths the last ones are joined: one that returned early did less.
        returned = [*((left, NONE) for left in ended), *exits.returned]
        outcomes = _merge_returns(m, returned, base)
        if outcomes or exits.raised:
            m.executed[id(function.function)] += 1
    finally:
        m.bases.pop()
        m.stack.pop()
        m.scope.in_comprehension = comprehension
    outcomes += [Outcome(left, NONE, raised=True) for left in settle_raised(m, exits.raised)]
    for outcome in outcomes:
        outcome.state.loops = loops
        if not function.function.captured and function.function.kind != "class":
            outcome.state.leave_frame(context.frame)
    return outcomes


def _merge_returns(m: Analysis, returned: list[tuple[State, Value]], base: Base) -> list[Outcome]:
    """Equal returns become one; the value stands in a register of its own meanwhile."""
    for state, value in returned:
        variables = state.registers(m.frame)
        if m.context.function.is_generator:
            value = variables.get("%yielded", Tuple(()))
            if YIELDED_MORE in variables and isinstance(value, Tuple):
                value = allocate(m, state, ListRecord(value.items, exact=False, yielded=True))
        if m.context.function.kind != "class":
            _keep_captured(m.context.function, variables)
        variables["%return"] = value
    states = settle(m, [state for state, _ in returned], None, base)
    return [Outcome(state, state.variables(m.frame)["%return"]) for state in states]


def _keep_captured(function: Function, variables: dict[str, Value]) -> None:
    """Of a function that has returned only closures read registers. The others would be told of in each comparison of paths:
    that took half of the time where a constructor is full of lambdas."""
    for name in [name for name in variables if name not in function.captured]:
        del variables[name]
