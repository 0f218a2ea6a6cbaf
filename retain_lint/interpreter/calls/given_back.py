"""Opaque callees whose results take the places of their arguments: `net, optimizer = engine.make_private(net, optimizer)`. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping

from retain_lint.domain.contents import is_plain
from retain_lint.domain.heap import InstanceRecord, LayerRecord, OptimizerRecord
from retain_lint.domain.loaded import holds_options
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import is_module_class, looks_like_module
from retain_lint.interpreter.heap.provenance import name_part
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.ir.assigned_back import AssignedBack, find_assigned_back
from retain_lint.torch_api.vocabulary import RESTORERS


def given_back(m: Analysis, state: State, name: str, request: CallRequest) -> Value | None:
    """The arguments in their order, where they are models and optimisers (and loaders) and the results are assigned to the
    same variables: frameworks wrap these. Of a callee whose name says that it restores models, those that are. Options that take
    the place of options. None for any other call."""
    assigned = _assigned_back(m).get(id(request.instruction))
    if assigned is None:
        return None
    values = tuple(request.values())
    if not assigned.whole:
        if _are_options(assigned, values):
            return m.symbol("made", "options")
        restores = any(word in name for word in RESTORERS) and len(values) == len(request.instruction.arguments)
        return _restored(m, state, name, values, assigned) if restores else None
    others = [value for value in values if not _is_wrapped(state, value)]
    if len(others) == len(values) or any_graph_in(m, state, others):
        return None
    note_open(m, values)
    return Tuple(values)


def _restored(m: Analysis, state: State, name: str, values: tuple[Value, ...], assigned: AssignedBack) -> Value | None:
    """What a function that restores models gives: those of its arguments of which results take the places, beside other objects.
    None if it is given no models to put back."""
    given = [None if place is None else values[place] for place in assigned.arguments]
    kept = [value for value in given if value is not None and not is_plain(value)]
    models = [value for value in kept if _is_wrapped(state, value) or looks_like_module(m, value)]
    if not models or any_graph_in(m, state, [value for value in values if value not in kept]):
        return None
    note_open(m, values)
    if not assigned.several:
        return models[0]
    made = m.symbol("made", name)
    parts = (name_part(m, made, "item", Known(number)) for number in range(len(given)))
    return Tuple(tuple(value if value in kept else part for value, part in zip(given, parts, strict=True)))


def _are_options(assigned: AssignedBack, values: tuple[Value, ...]) -> bool:
    """`cfg = scale(cfg, workers)`; `opt` may be an optimiser."""
    place = assigned.arguments[0]
    given = None if assigned.several or place is None or place >= len(values) else values[place]
    return isinstance(given, Symbol) and holds_options(given.key) and given.key[-1] != "opt"


def takes_place(m: Analysis, request: CallRequest) -> bool:
    """Does a result take the place of an argument (`state = f(state)`)?"""
    return id(request.instruction) in _assigned_back(m)


def _assigned_back(m: Analysis) -> Mapping[int, AssignedBack]:
    function = m.context.function
    if id(function) not in m.syntax.assigned_back:
        m.syntax.assigned_back[id(function)] = find_assigned_back(function)
    return m.syntax.assigned_back[id(function)]


def _is_wrapped(state: State, value: Value) -> bool:
    """Is it a module or an optimiser?"""
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return is_module_class(state, record.cls)
    return isinstance(record, (LayerRecord, OptimizerRecord))
