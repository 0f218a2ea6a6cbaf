"""What a forward pass may read beside its arguments: the network's records, variables of files, and what the path has decided of
unknown values in them. Floor 3."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, Record
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FrameId, FunctionValue, Key, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import called_as, functions_seen, names_reached
from retain_lint.ir.model import Function, LoadGlobal
from retain_lint.ir.walk import instructions_of

#: records of a network that is compared
_MOST_RECORDS = 3_000


@dataclass(frozen=True)
class Footprint:
    """The records by address, the variables by frame and name, and the decisions about unknown values among them."""

    records: tuple[tuple[Address, Record], ...]
    variables: tuple[tuple[FrameId, str, Value], ...]
    decided: frozenset[Hashable]

    @cached_property
    def addresses(self) -> frozenset[Address]:
        """Of the records."""
        return frozenset(address for address, _ in self.records)

    @cached_property
    def unknown(self) -> frozenset[Key]:
        """The names of the unknown values."""
        held = [value for _, record in self.records for value in _held_in(record)]
        return frozenset(v.key for v in (*held, *(value for _, _, value in self.variables)) if isinstance(v, Symbol))

    def holds(self, state: State) -> bool:
        """Is all of it the same on this path?"""
        if not all(state.get(address) == record for address, record in self.records):
            return False
        if not all(state.variables(frame).get(name) == value for frame, name, value in self.variables):
            return False
        return self.decided == state.condition.decided_of(self.unknown)


def take_footprint(m: Analysis, state: State, function: FunctionValue, network: Value) -> Footprint | None:
    """What the pass of a network reads; None where that is too much."""
    loads = _globals_read(m, function.function)
    variables = tuple(
        (frame, name, value)
        for frame in m.program.globals.values()
        if frame in state.frames
        for name, value in state.variables(frame).items()
        if name in loads
    )
    records: dict[Address, Record] = {}
    pending = [network, *(value for _, _, value in variables)]
    while pending and len(records) <= _MOST_RECORDS:
        value = pending.pop()
        record = state.record(value)
        if isinstance(value, Tuple):
            pending += value.items
        elif isinstance(value, Ref) and record is not None and value.address not in records:
            records[value.address] = record
            pending += _held_in(record)
    if pending:
        return None
    bare = Footprint(tuple(records.items()), variables, frozenset())
    return Footprint(bare.records, variables, state.condition.decided_of(bare.unknown))


def _held_in(record: Record) -> Iterator[Value]:
    if isinstance(record, InstanceRecord):
        yield Ref(record.cls)
        yield from (value for _, value in record.attributes)
    elif isinstance(record, LayerRecord):
        yield from (value for _, value in record.children)
        yield from [] if record.weights is None else [Ref(record.weights)]
    elif isinstance(record, ListRecord):
        yield from record.items
    elif isinstance(record, DictRecord):
        yield from (value for pair in record.items for value in pair)


def _globals_read(m: Analysis, function: Function) -> frozenset[str]:
    """The variables of files that a function reads, or one that it may call, by the names that they mention."""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.globals_read:
        names = names_reached(m, function)
        reached = [function, *(other for other in functions_seen(m) if called_as(other) in names)]
        loads = (i for other in reached for i in instructions_of(other.body) if isinstance(i, LoadGlobal))
        m.syntax.globals_read[key] = frozenset(load.name for load in loads)
    return m.syntax.globals_read[key]
