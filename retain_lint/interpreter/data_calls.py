"""Calls that only see data: what comes of them is data, on however many paths they came to it. Floor 3.

A function that is given no graph, no model and no optimiser, and reaches none by its names or those of what it calls, can
only make data of data and change objects that hold data. One that costs much, or was seen to end on many paths, is not run again.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.plain_data import ARRAYS, MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Ref, Value
from retain_lint.interpreter.iteration import forget_length
from retain_lint.interpreter.machine import Machine, Outcome
from retain_lint.interpreter.objects import is_module_class
from retain_lint.interpreter.reachability import LIFETIME_WORDS, names_reached
from retain_lint.interpreter.request import CallRequest

#: paths up to which the outcomes of a call are kept apart
MAX_OUTCOMES = 3
#: instructions that all calls of a function may cost, until what comes of it is no longer looked at
MAX_COST = 2_000
#: words that lead to graphs of one's own, or to variables of others
_GRAPH_WORDS = LIFETIME_WORDS | {"nn", "Parameter", "parameters", "autograd", "optim", "global"}


def is_data_call(m: Machine, state: State, function: FunctionValue, request: CallRequest) -> bool:
    """Does the call see nothing but data?"""
    if function.frame is not None or not all(_is_data(state, value) for value in request.values()):
        return False
    names = names_reached(m, function.function)
    return names.isdisjoint(_GRAPH_WORDS) and not any(_leads_out(state, value) for value in _globals(m, state, names))


def _is_data(state: State, value: Value, depth: int = MAX_NESTING) -> bool:
    """Data, or an object, list or dictionary that holds nothing else."""
    if ARRAYS.covers(state, value) or isinstance(value, External):
        return True
    record = state.heap.get(value.address) if isinstance(value, Ref) and depth else None
    if isinstance(record, InstanceRecord):
        held = (held for _, held in record.attributes)
        return not is_module_class(state, record.cls) and all(_is_data(state, item, depth - 1) for item in held)
    if isinstance(record, ListRecord):
        return all(_is_data(state, item, depth - 1) for item in record.items)
    return isinstance(record, DictRecord) and all(_is_data(state, item, depth - 1) for _, item in record.items)


def _globals(m: Machine, state: State, names: frozenset[str]) -> list[Value]:
    """What the variables of these names hold, in whatever file."""
    frames = [state.frames[number] for number in m.globals.values() if number in state.frames]
    return [frame.variables[name] for frame in frames for name in names & frame.variables.keys() if name[0] != "%"]


def _leads_out(state: State, value: Value) -> bool:
    """Is it neither code nor data?"""
    record = state.record(value)
    if isinstance(record, ClassRecord) and isinstance(value, Ref):
        return is_module_class(state, value.address)
    return not isinstance(value, FunctionValue) and not _is_data(state, value)


def call_data(
    m: Machine, state: State, function: FunctionValue, request: CallRequest, run: Callable[[State], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of a call that sees nothing but data. `run` makes them; many become one, and later ones are not made."""
    number = id(function.function)
    if m.data_costs[number] <= MAX_COST:
        outcomes = run_counted(m, state, number, run)
        if len(outcomes) <= MAX_OUTCOMES:
            return outcomes
        m.data_costs[number] = MAX_COST + 1
    for value in (*request.values(), *_globals(m, state, names_reached(m, function.function))):
        _forget(m, state, value)
    return [Outcome(state, m.symbol("value", plain=True))]


def run_counted(m: Machine, state: State, number: int, run: Callable[[State], list[Outcome]]) -> list[Outcome]:
    """Runs a call on a copy of the state, and counts what it costs."""
    budget, before = m.budget, m.budget.steps
    outcomes = run(state.fork())
    if m.budget is budget:
        m.data_costs[number] += before - budget.steps
    return outcomes


def _forget(m: Machine, state: State, value: Value, depth: int = MAX_NESTING) -> None:
    """An object or a container that the call may have changed holds some data."""
    record = state.heap.get(value.address) if isinstance(value, Ref) and depth else None
    if not isinstance(value, Ref) or record is None:
        return
    forget_length(state, value)
    if isinstance(record, InstanceRecord):
        for _, held in record.attributes:
            _forget(m, state, held, depth - 1)
        attributes = [
            (name, held if state.record(held) else m.symbol("value", plain=True)) for name, held in record.attributes
        ]
        state.heap[value.address] = InstanceRecord(record.cls, tuple(attributes), record.training)
    elif isinstance(record, ListRecord):
        state.heap[value.address] = ListRecord((m.symbol("value", plain=True),), exact=False, partial=True)
    elif isinstance(record, DictRecord):
        state.heap[value.address] = DictRecord(exact=False)
