"""What a forward pass gives back: tensors that it has computed, arguments, constants and data, alone or in tuples, lists and
dictionaries of them. Floor 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from retain_lint.domain.heap import DictRecord, ListRecord, TensorRecord
from retain_lint.domain.plain_data import MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import allocate

#: tensors that a pass may give back
_MOST_TENSORS = 200


class Computed(NamedTuple):
    """The tensor of this number, of those that the pass has computed."""

    number: int


class Given(NamedTuple):
    """The argument of this place."""

    place: int


class Data(NamedTuple):
    """Something without a graph of which no more is known."""


class Several(NamedTuple):
    """A tuple."""

    items: tuple[Result, ...]


class Held(NamedTuple):
    """A list or a dictionary: an empty `record` of its kind, and what is in it; by `keys`, if it is a dictionary."""

    record: ListRecord | DictRecord
    items: tuple[Result, ...]
    keys: tuple[Value, ...] = ()


Result = Computed | Given | Known | Data | Several | Held


@dataclass(slots=True)
class Reading:
    """Reads what a pass gives back that began after object `last`, for these arguments: the tensors that it has computed, in order;
    and the `values` of all, containers included."""

    state: State
    given: tuple[Value, ...]
    last: int
    tensors: list[TensorRecord] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    containers: set[Address] = field(default_factory=set)

    def read(self, value: Value, depth: int = MAX_NESTING) -> Result | None:
        """None if there is something else in it."""
        self.values.append(value)
        if isinstance(value, Known):
            return value
        if value in self.given:
            return Given(self.given.index(value))
        if isinstance(value, Tuple):
            items = self._read_all(value.items, depth)
            return None if items is None else Several(items)
        record = self.state.record(value)
        if isinstance(record, (ListRecord, DictRecord)) and isinstance(value, Ref):
            return self._read_container(value.address, record, depth)
        if isinstance(value, Symbol):
            return Data() if value.plain and self.state.tensor(value) is None else None
        if not isinstance(record, TensorRecord) or len(self.tensors) == _MOST_TENSORS:
            return None
        self.tensors.append(record)
        return Computed(len(self.tensors) - 1)

    def _read_all(self, values: tuple[Value, ...], depth: int) -> tuple[Result, ...] | None:
        if not depth:
            return None
        found = [self.read(value, depth - 1) for value in values]
        known = tuple(one for one in found if one is not None)
        return known if len(known) == len(found) else None

    def _read_container(self, address: Address, record: ListRecord | DictRecord, depth: int) -> Held | None:
        """One that the pass has made, of which all is known, and that it gives back once."""
        if address <= self.last or address in self.containers:
            return None
        self.containers.add(address)
        if isinstance(record, ListRecord):
            empty: ListRecord | DictRecord = replace(record, items=())
            items = self._read_all(record.items, depth)
            return None if items is None or empty != ListRecord(grown=record.grown) else Held(empty, items)
        keys = tuple(key for key, _ in record.items)
        items = self._read_all(tuple(value for _, value in record.items), depth)
        known = replace(record, items=()) == DictRecord() and all(isinstance(key, Known) for key in keys)
        return Held(DictRecord(), items, keys) if known and items is not None else None


def rebuild(m: Analysis, state: State, result: Result, given: tuple[Value, ...], make: Callable[[int], Value]) -> Value:
    """The value of a result for other arguments. `make` makes the tensor of a number."""
    if isinstance(result, Computed):
        return make(result.number)
    if isinstance(result, Given):
        return given[result.place]
    if isinstance(result, Data):
        return m.symbol("value", plain=True)
    if isinstance(result, Known):
        return result
    items = tuple(rebuild(m, state, one, given, make) for one in result.items)
    if isinstance(result, Several):
        return Tuple(items)
    if isinstance(result.record, ListRecord):
        return allocate(m, state, replace(result.record, items=items))
    return allocate(m, state, replace(result.record, items=tuple(zip(result.keys, items, strict=True))))
