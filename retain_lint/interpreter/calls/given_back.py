"""Opaque callees whose results take the places of their arguments: `net, optimizer = engine.make_private(net, optimizer)`. Floor 3."""

from __future__ import annotations

from collections.abc import Mapping

from retain_lint.domain.heap import InstanceRecord, LayerRecord, OptimizerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.ir.assigned_back import find_assigned_back


def given_back(m: Analysis, state: State, request: CallRequest) -> Value | None:
    """The arguments in their order, where they are models and optimisers (and loaders) and the results are assigned to the
    same variables: frameworks wrap these. None for any other call."""
    if not _assigned_back(m).get(id(request.instruction)):
        return None
    values = tuple(request.values())
    others = [value for value in values if not _is_wrapped(state, value)]
    if len(others) == len(values) or any_graph_in(m, state, others):
        return None
    note_open(m, values)
    return Tuple(values)


def takes_place(m: Analysis, request: CallRequest) -> bool:
    """Does a result take the place of an argument (`state = f(state)`)?"""
    return id(request.instruction) in _assigned_back(m)


def _assigned_back(m: Analysis) -> Mapping[int, bool]:
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
