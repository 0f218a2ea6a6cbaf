"""Networks whose construction costs too much: once constructors have taken their share, a network is opaque. Floor 3.

A constructor leaves a network, and the lifetime of graphs hangs on the calls of it. One that options build in many ways, block by
block, takes the steps that the training loop needs; an opaque network is what a factory with many paths gives as well.
"""

from __future__ import annotations

from collections.abc import Callable

from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.joined_values import MODEL
from retain_lint.domain.plain_data import ARRAYS, GIVEN
from retain_lint.domain.state import State
from retain_lint.domain.value import External, FunctionValue, Partial, Ref, Symbol, Value
from retain_lint.interpreter.calls.merge_factories import name_model
from retain_lint.interpreter.calls.replayed_constructors import replay
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.class_methods import functions_of
from retain_lint.interpreter.heap.objects import evidence_of, is_module_class
from retain_lint.torch_api.vocabulary import MODULE_USES, TRAINING_WORDS


def construct_network(
    m: Analysis, state: State, cls: Ref, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    """The outcomes of making an object of that class. `run` makes them, unless it is a network that another path has made, or
    one of data and code alone, whose turn comes after the share of constructors is spent."""
    if not is_module_class(state, cls.address):
        return run()
    if m.budget.building is None:
        return replay(m, state, cls, request, lambda: _run_within_share(m, state, cls, request, run))
    return _run_within_share(m, state, cls, request, run)


def _run_within_share(
    m: Analysis, state: State, cls: Ref, request: CallRequest, run: Callable[[], list[Outcome]]
) -> list[Outcome]:
    if m.budget.construction_spent and _is_of_data(m, state, request) and not trains(state, cls.address):
        return [Outcome(state, name_model(m, [(state, cls.address)]))]
    with m.budget.constructing():
        return run()


def trains(state: State, cls: int) -> bool:
    """Does a method of the class speak of training?"""
    return any(not TRAINING_WORDS.isdisjoint(function.mentions) for function in functions_of(state, cls))


def _is_of_data(m: Analysis, state: State, request: CallRequest) -> bool:
    """Are its arguments data, options, functions and classes: nothing that may be a part of the network or have a graph?"""
    return all(is_beside(m, state, value) for value in request.values())


def is_beside(m: Analysis, state: State, value: Value) -> bool:
    """Is it data, options or code?"""
    if isinstance(value, Partial):
        return all(is_beside(m, state, part) for part in value.parts)
    if isinstance(value, Symbol):
        if value.key[0] == "class":
            return True
        used = value.key[0] == MODEL or not MODULE_USES.isdisjoint(evidence_of(m, value))
        return not used and (GIVEN.covers(state, value) or _is_unknown(m, state, value))
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return not is_module_class(state, record.cls) and all(
            ARRAYS.covers(state, part) or isinstance(part, Symbol) and is_beside(m, state, part)
            for _, part in record.attributes
        )
    return (
        isinstance(record, ClassRecord) or isinstance(value, (External, FunctionValue)) or ARRAYS.covers(state, value)
    )


def _is_unknown(m: Analysis, state: State, value: Symbol) -> bool:
    """Was it calculated with, and is nothing else known of it: a number of layers, most of the time?"""
    met = state.tensor(value)
    return met is not None and met.node is not None and m.graph[met.node].op == "unknown"
