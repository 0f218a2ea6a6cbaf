"""Networks that options build in one of several ways: the constructor's paths go on as one. Floor 3.

Where the ways differ, the network has a part that is not seen. What it costs: which buffers each part saves, and whether
there is one at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from retain_lint.domain.heap import (
    DictRecord,
    InstanceRecord,
    LayerRecord,
    ListRecord,
    OptimizerRecord,
    Record,
    TensorRecord,
    lookup,
)
from retain_lint.domain.joined_values import MODEL
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, External, FunctionValue, Known, Partial, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.calls.costly_networks import trains
from retain_lint.interpreter.calls.merge_factories import MANY
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.heap.objects import allocate, is_module_class
from retain_lint.torch_api.spec import LayerSpec, When

#: how deep parts of parts are compared
_MAX_DEPTH = 8
#: some activation or none: what it keeps, if anything, no user code can write
_ACTIVATION = LayerSpec("torch.nn.Module", holds=When.INPUT_GRAD_OR_SHAPE)

#: an attribute as one of the paths has it
Option = tuple[State, Value]


def unite_networks(m: Analysis, outcomes: list[Outcome], made: Ref) -> list[Outcome]:
    """The paths of a network's constructor as one, if they are many."""
    ends = many_ends(outcomes, made)
    if not ends or not all(_is_network(outcome.state, record) for outcome, record in ends):
        return outcomes
    shown, record = max(ends, key=lambda end: len(end[1].attributes))
    state = shown.state
    state.assume_either(outcome.state.condition for outcome, _ in ends)
    union = _Union(m, state)
    attributes = tuple(
        (name, union.unite(value, [(end.state, lookup(r.attributes, name) or NONE) for end, r in ends]))
        for name, value in record.attributes
    )
    state.put(made.address, InstanceRecord(record.cls, attributes, record.training))
    return [shown, *(outcome for outcome in outcomes if outcome.raised)]


def many_ends(outcomes: list[Outcome], made: Ref) -> list[tuple[Outcome, InstanceRecord]]:
    """The paths on which a constructor comes to its end, with the object as each has it; none, where they are few."""
    ended = [outcome for outcome in outcomes if not outcome.raised]
    records = [record for o in ended if isinstance(record := o.state.record(made), InstanceRecord)]
    return list(zip(ended, records, strict=True)) if MANY <= len(ended) == len(records) else []


def _is_network(state: State, record: InstanceRecord) -> bool:
    """Is it a module that neither trains nor holds an optimiser?"""
    if any(isinstance(state.record(value), OptimizerRecord) for _, value in record.attributes):
        return False
    return is_module_class(state, record.cls) and not trains(state, record.cls)


@dataclass(slots=True)
class _Union:
    """The parts of a network on one of the paths, with those of the others. `met` gives the same options the same part, so
    that a layer in a list stays the one that was registered."""

    m: Analysis
    state: State
    met: dict[tuple[Value, ...], Value] = field(default_factory=dict)

    def unite(self, shown: Value, options: Sequence[Option]) -> Value:
        """A part that may be any of these; `shown` is the one of this path."""
        if len({shape_of(path, value) for path, value in options}) == 1:
            return shown
        key = tuple(value for _, value in options)
        if key not in self.met:
            self.met[key] = shown  # where a part leads back to itself
            self.met[key] = self._unite_different(options)
        return self.met[key]

    def _unite_different(self, options: Sequence[Option]) -> Value:
        """It is taken to be there."""
        if all(DATA.covers(path, value) for path, value in options):
            return self.m.symbol("value", plain=True)
        lists = [record for path, value in options if isinstance(record := path.record(value), ListRecord)]
        if len(lists) == len(options):
            return self._unite_lists([path for path, _ in options], lists)
        mine = next(value for path, value in options if path is self.state)
        if self._unite_parts(mine, options):
            return mine
        if all(_is_weightless(path, value) for path, value in options):
            layers = [path.record(value) for path, value in options]
            writes = reduce(
                Ternary.join, (one.inplace if isinstance(one, LayerRecord) else Ternary.NO for one in layers)
            )
            return allocate(self.m, self.state, LayerRecord(_ACTIVATION, inplace=writes))
        return self.m.symbol(MODEL)

    def _unite_parts(self, mine: Value, options: Sequence[Option]) -> bool:
        """Networks of one class, or containers of as many layers, part by part; False if they are not that."""
        parts = [(path, _parts_of(path.record(value))) for path, value in options]
        kinds = {_kind(path.record(value)) for path, value in options}
        if not isinstance(mine, Ref) or len(kinds) > 1 or len({tuple(found) for _, found in parts}) > 1:
            return False
        shown = self.state.record(mine)
        united = tuple(
            (name, self.unite(value, [(path, found[name]) for path, found in parts]))
            for name, value in _parts_of(shown).items()
        )
        if isinstance(shown, InstanceRecord):
            self.state.put(mine.address, replace(shown, attributes=united))
        elif isinstance(shown, LayerRecord):
            self.state.put(mine.address, replace(shown, children=united))
        return bool(united)

    def _unite_lists(self, paths: Sequence[State], lists: Sequence[ListRecord]) -> Value:
        """Position by position; what one of them has beyond another is not seen."""
        mine = next(position for position, path in enumerate(paths) if path is self.state)
        rows = zip(*(one.items for one in lists), strict=False)
        items = [self.unite(row[mine], list(zip(paths, row, strict=True))) for row in rows]
        if all(len(one.items) == len(items) for one in lists):
            return allocate(self.m, self.state, ListRecord(tuple(items), all(one.exact for one in lists)))
        return allocate(self.m, self.state, ListRecord((*items, self.m.symbol(MODEL)), exact=False))


def _parts_of(record: Record | None) -> dict[str, Value]:
    """The attributes of an object, the layers of a container."""
    if isinstance(record, InstanceRecord):
        return dict(record.attributes)
    return dict(record.children) if isinstance(record, LayerRecord) and record.exact else {}


def _kind(record: Record | None) -> object:
    if isinstance(record, InstanceRecord):
        return record.cls
    return record.spec.name if isinstance(record, LayerRecord) else type(record)


def _is_weightless(state: State, value: Value) -> bool:
    """An activation, a function, or nothing."""
    record = state.record(value)
    if isinstance(record, LayerRecord):
        return record.weights is None and not record.spec.container
    return value == NONE or isinstance(value, (External, FunctionValue, Partial))


def shape_of(state: State, value: Value, depth: int = _MAX_DEPTH) -> Hashable:
    """What a part is made of, whichever path made it."""
    if isinstance(value, Tuple):
        return tuple(shape_of(state, item, depth - 1) for item in value.items)
    if isinstance(value, Symbol):
        return value.key if value.plain else ("symbol", value.key[0])
    record = state.get(value.address) if isinstance(value, Ref) else None
    if record is None or not depth:
        return value if isinstance(value, (Known, External)) else type(value).__name__
    if isinstance(record, TensorRecord):
        return ("tensor", record.requires_grad, record.parameter)
    if isinstance(record, LayerRecord):
        weights = NONE if record.weights is None else Ref(record.weights)
        parts = tuple((name, shape_of(state, child, depth - 1)) for name, child in record.children)
        return (record.spec.name, record.inplace, record.exact, shape_of(state, weights, depth), parts)
    if isinstance(record, InstanceRecord):
        return (record.cls, tuple((name, shape_of(state, part, depth - 1)) for name, part in record.attributes))
    if isinstance(record, ListRecord):
        return ("list", record.exact, tuple(shape_of(state, item, depth - 1) for item in record.items))
    if isinstance(record, DictRecord):
        return ("dict", tuple((key, shape_of(state, item, depth - 1)) for key, item in record.items))
    return type(record).__name__
