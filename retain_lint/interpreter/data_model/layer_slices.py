"""Slices and sums of containers of layers: containers of the same kind. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import LayerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Index, Known, Method, Slice, Value
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.ir.model import Binary

#: whose elements go by their places, not by the names that they were added under
_NUMBERED = ("ModuleList", "ParameterList")


def slice_of_layers(m: Analysis, state: State, record: LayerRecord, index: Slice) -> Value:
    """`layers[lower:upper]`: where the bounds, or the layers, are not all known, perhaps any of those that are seen."""
    bounds = bounds_of(state, index)
    if bounds is None or not record.exact:
        return allocate(m, state, replace(record, exact=False))
    children = record.children[bounds]
    if record.spec.name.endswith(_NUMBERED):
        children = tuple((str(place), layer) for place, (_, layer) in enumerate(children))
    return allocate(m, state, replace(record, children=children))


def bounds_of(state: State, index: Slice) -> slice | None:
    """The bounds of a slice, if all are known."""
    bounds = [resolve(state, part) for part in (index.lower, index.upper, index.step)]
    numbers = [
        b.value for b in bounds if isinstance(b, (Known, Index)) and (b.value is None or isinstance(b.value, int))
    ]
    return slice(*numbers) if len(numbers) == len(bounds) else None


def width_of(state: State, index: Slice) -> int | None:
    """The most elements that a slice has, whatever it is taken of; None where that is not known."""
    ends = [resolve(state, part) for part in (index.lower, index.upper)]
    running = {(end.loop, end.position) for end in ends if isinstance(end, Index)}
    if len(running) > 1 or running and not all(isinstance(end, Index) for end in ends):
        return None
    bounds = bounds_of(state, index)
    if bounds is None or bounds.step not in (None, 1):
        return None
    lower, upper = bounds.start or 0, bounds.stop
    if upper is None:
        return -lower if lower < 0 else None
    return max(upper - lower, 0) if (lower < 0) is (upper < 0) else None


def add_layers(m: Analysis, state: State, i: Binary, left: Value, right: Value) -> list[Outcome] | None:
    """`layers += others` extends the container, `layers + others` makes another one; None for anything else."""
    record = state.record(left)
    if i.op != "+" or not isinstance(record, LayerRecord) or not record.spec.container:
        return None
    longer = left if i.in_place else allocate(m, state, record)
    return m.interpreter.call_value(m, state, Method(longer, "extend"), (right,), {}, i.span)
