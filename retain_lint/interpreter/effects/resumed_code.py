"""What code may read that goes on after others have run: a generator is run through at once, though its consumer runs between
its yields; and Python runs some methods of an object at any time. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.call_verdict import Reason
from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.purge import numbers_reached
from retain_lint.domain.state import State
from retain_lint.domain.value import FrameId, FunctionValue, Ref, Tuple, Value
from retain_lint.domain.value_numbers import numbers_in
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.effects.escape import hand_out
from retain_lint.interpreter.effects.escaping_functions import frames_from
from retain_lint.interpreter.effects.given_functions import havoc_changed
from retain_lint.interpreter.effects.name_call_graph import names_reached, words_reached
from retain_lint.interpreter.heap.tensors import graph_operands
from retain_lint.ir.model import Function
from retain_lint.torch_api.vocabulary import ENGINE_WORDS


def yield_out(m: Analysis, state: State, values: tuple[Value, ...]) -> None:
    """What the running generator sends backward after a yield may come later than what its consumer does. It may also read
    what the consumer stores (see generator_stores.py)."""
    function = m.context.function
    if not names_reached(m, function).isdisjoint(ENGINE_WORDS):
        hand_out(m, state, values, Reason.TO_GENERATOR)
    if any(m.graph[part.node].op != "unknown" for part in graph_operands(m, state, values) if part.node is not None):
        note_resumed(m, function, state.variables(m.frame).values(), state.frames[m.frame].parent)


def collect_yields(m: Analysis, outcome: Outcome, function: FunctionValue, request: CallRequest) -> Outcome:
    """What a call of a generator gives out, at once; what it changes may still be what it was, for its consumer (of containers that it is given, generator_stores.py
    says more). The body of a context manager runs where it yields."""
    if request.at_yield is None:
        given = tuple(value for value in request.values() if isinstance(outcome.state.record(value), InstanceRecord))
        havoc_changed(m, outcome.state, function, given)
    return outcome if outcome.raised or isinstance(outcome.value, (Tuple, Ref)) else Outcome(outcome.state, Tuple(()))


def note_resumed(m: Analysis, function: Function, held: Iterable[Value], around: FrameId | None) -> None:
    """The function goes on at some later time, with these values and the variables around it."""
    m.facts.resumed |= words_reached(m, function)
    m.facts.resumed_with.update(numbers_in(tuple(held)))
    if around is not None:
        m.facts.resumed_in.add(around)


def may_get_at(m: Analysis, state: State, container: Value) -> bool:
    """Do the values that such a function has lead to the container, or variables of files that it mentions?"""
    if not isinstance(container, Ref):
        return True
    files = (state.frames[number] for number in m.program.globals.values() if number in state.frames)
    frames = (frame for number in m.facts.resumed_in for frame in frames_from(state, number))
    named = [f.variables[name] for f in (*files, *frames) for name in m.facts.resumed.intersection(f.variables)]
    return container.address in numbers_reached(state, {*m.facts.resumed_with, *numbers_in(tuple(named))})
