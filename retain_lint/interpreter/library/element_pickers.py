"""Library functions that give back what a container holds, not known which of it: heaps, loaders, samples. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, Known, Lazy, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.context.library_model import LibraryModel
from retain_lint.interpreter.data_model.mixed_order import mix_items
from retain_lint.interpreter.effects.opaque_objects import take_as_dataset
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands

#: what is made of containers by these holds some of their elements, or hands them out one by one
_PICKING = (
    "bisect.",
    "heapq.",
    "itertools.",
    "more_itertools.",
    "numpy.array",
    "numpy.asarray",
    "numpy.random.",
    "random.",
    "torch.utils.data.",
)
#: what is given to these is a dataset, or says how to go through one
_LOADING = "torch.utils.data."
#: nothing but what they are given comes out of these
_DEALING = ("itertools.", "more_itertools.")
#: iterates over all of them in their order
_CHAIN = "itertools.chain"
#: add an element to a list at a place that its value decides
_INSERTING = frozenset({"bisect.insort", "bisect.insort_left", "bisect.insort_right", "heapq.heappush"})
#: take one out of a list, after they have added theirs
_REPLACING = frozenset({"heapq.heappushpop", "heapq.heapreplace"})
_POP = "heapq.heappop"
#: change nothing but the order
_REORDERING = frozenset({"heapq.heapify", "random.shuffle"})


class ElementPickers(LibraryModel):
    """See the module's text."""

    packages = _PICKING

    def call(self, m: Analysis, state: State, name: str, request: CallRequest) -> list[Outcome] | None:
        picked = None if name.startswith(_CHAIN) else _pick(m, state, name, request)
        return None if picked is None else [Outcome(state, picked)]


def _pick(m: Analysis, state: State, name: str, request: CallRequest) -> Value | None:
    """The result of such a function; None where no graph is known to be in what it is given."""
    given = request.first() or NONE
    record = state.record(given)
    if isinstance(record, ListRecord) and isinstance(given, Ref):
        if name in _INSERTING:
            return _mix(m, state, given, record, request.positional[1:2], 1)
        if name in _REPLACING:
            return _mix(m, state, given, record, request.positional[1:2], 0)
        if name == _POP:
            return _mix(m, state, given, record, (), -1)
        if name in _REORDERING:
            return _mix(m, state, given, record, (), 0)
    for value in request.values() if name.startswith(_LOADING) else ():
        take_as_dataset(m, state, value)
    found = any_graph_in(m, state, request.values())
    if found is None and name.startswith(_DEALING) and all(_is_data(m, state, value) for value in request.values()):
        return m.symbol("value", plain=True)
    return found


def _is_data(m: Analysis, state: State, value: Value) -> bool:
    """Is nothing in it that has a graph, or that could make one when it is iterated or called?"""
    if isinstance(value, Lazy):
        return all(_is_data(m, state, source) for source in value.sources)
    holds = isinstance(state.record(value), (ListRecord, DictRecord)) or isinstance(value, (Known, Tuple, Symbol))
    return holds and not graph_operands(m, state, [value])


def _mix(
    m: Analysis, state: State, holder: Ref, record: ListRecord, given: tuple[Value, ...], growth: int
) -> Value | None:
    """A list after its order has changed: each element may be any of them, and so may what is taken out."""
    items = (*record.items, *given)
    count = max(len(record.items) + growth, 0) + 1  # and what is taken out
    mixed = mix_items(m, state, items, count)
    if mixed is None and (found := any_graph_in(m, state, items)) is not None:
        mixed = (found,) * count
    if not mixed:
        return None
    state.put(holder.address, replace(record, items=mixed[1:]))
    return mixed[0]
