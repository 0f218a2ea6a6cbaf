"""What pytest gives a test: the results of the fixtures of its class or file, by the names of its parameters. Floor 3.

Each test has its own: what one test retains no other one can need. Fixtures of other files, and generators, are not run.
"""

from __future__ import annotations

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Value
from retain_lint.interpreter.calls import dispatch
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.argument_binding import with_defaults
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.interpreter.library.pytest_fixtures import FIXTURE
from retain_lint.source import Span

#: how a test is called (pytest's `python_functions`)
_TEST = "test"
#: paths on which a test begins, at most: to leave one out could hide what needs a graph
_MOST_PATHS = 2


def run_fixtures(
    m: Analysis, state: State, function: FunctionValue, receiver: Value | None, given: tuple[Value, ...], span: Span
) -> list[tuple[State, tuple[Value, ...]]]:
    """The paths on which a function is called, and its arguments there: the `given` ones, but for what fixtures make; these alone
    where a fixture raises, or they end on too many paths."""
    order: dict[str, FunctionValue] = {}
    if function.function.name.startswith(_TEST):
        _put_in_order(m, state, function, receiver, order)
    if not order:
        return [(state, given)]
    names = _names_of(function, receiver)
    paths: list[tuple[State, dict[str, Value]]] = [(state.fork(), {})]
    for name, fixture in order.items():
        paths = [made for path, known in paths for made in _run(m, path, fixture, receiver, name, known, span)]
        if not 0 < len(paths) <= _MOST_PATHS:
            return [(state, given)]
    return [
        (path, tuple(known.get(name, value) for name, value in zip(names, given, strict=False)))
        for path, known in paths
    ]


def _run(
    m: Analysis,
    state: State,
    fixture: FunctionValue,
    receiver: Value | None,
    name: str,
    known: dict[str, Value],
    span: Span,
) -> list[tuple[State, dict[str, Value]]]:
    """The paths after a fixture, with what is known there; it is given what those before it have made."""
    bound = () if receiver is None or fixture.owner is None else (receiver,)
    asked = _names_of(fixture, receiver)
    given = {asked_for: known[asked_for] for asked_for in asked if asked_for in known}
    outcomes = dispatch.call_value(m, state, fixture, bound, given, span)
    return [(done.state, known | {name: done.value}) for done in outcomes if not done.raised]


def _put_in_order(
    m: Analysis, state: State, function: FunctionValue, receiver: Value | None, order: dict[str, FunctionValue]
) -> None:
    """Adds the fixtures that a function asks for, after those that these ask for."""
    for name in _names_of(function, receiver):
        fixture = _find(m, state, function, receiver, name)
        if fixture is not None and fixture is not function and name not in order:
            _put_in_order(m, state, fixture, receiver, order)
            order[name] = fixture


def _names_of(function: FunctionValue, receiver: Value | None) -> list[str]:
    """The parameters by position, without `self`."""
    names = [p.name for p, _ in with_defaults(function) if p.kind in ("positional", "positional_only")]
    return names[1:] if receiver is not None and function.owner is not None else names


def _find(
    m: Analysis, state: State, function: FunctionValue, receiver: Value | None, name: str
) -> FunctionValue | None:
    record = state.record(receiver) if receiver is not None else None
    found = class_attribute(state, record.cls, name) if isinstance(record, InstanceRecord) else None
    frame = m.program.globals.get(function.module)
    if found is None and frame is not None and frame in state.frames:
        found = state.variables(frame).get(name)
    if not isinstance(found, FunctionValue) or found.wrapper != FIXTURE or found.function.is_generator:
        return None
    return found
