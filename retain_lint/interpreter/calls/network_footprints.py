"""What a forward pass may read beside its arguments: the network's records, variables of files, and what the path has decided of
unknown values in them. Floor 3."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, LayerRecord, ListRecord, Record
from retain_lint.domain.key_index import belongs_to
from retain_lint.domain.state import State
from retain_lint.domain.value import (
    Address,
    BoundMethod,
    FrameId,
    FunctionValue,
    Key,
    Namespace,
    Partial,
    Ref,
    Symbol,
    Tuple,
    Value,
)
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.effect_free import CALLED
from retain_lint.interpreter.effects.name_call_graph import functions_reached
from retain_lint.ir.model import Function, GetAttr, LoadGlobal
from retain_lint.ir.walk import instructions_of

#: records of a network that is compared
_MOST_RECORDS = 3_000


@dataclass(frozen=True)
class Footprint:
    """The records by address, the variables by frame and name, what the path has decided of unknown values among them, and what it
    has stored on these. `with_code`: functions are stored somewhere among it, which no name leads to."""

    records: tuple[tuple[Address, Record], ...]
    variables: tuple[tuple[FrameId, str, Value], ...]
    unknown: frozenset[Key]
    decided: frozenset[Hashable]
    stored: frozenset[Hashable]
    with_code: bool

    @cached_property
    def addresses(self) -> frozenset[Address]:
        """Of the records."""
        return frozenset(address for address, _ in self.records)

    def holds(self, state: State) -> bool:
        """Is all of it the same on this path?"""
        if not all(state.get(address) == record for address, record in self.records):
            return False
        for frame, name, value in self.variables:  # this path may not have imported the file
            if frame not in state.frames or state.variables(frame).get(name) != value:
                return False
        known = (state.condition.facts_of(self.unknown), _find_stored(state, self.unknown))
        return known == (self.decided, self.stored)


def take_footprint(m: Analysis, state: State, function: FunctionValue, network: Value) -> Footprint | None:
    """What the pass of a network, and those of its parts, read; None where that is too much, or where code reads variables of
    other functions."""
    reading = _Reading(m, state)
    reading.follow(function.function)
    records: dict[Address, Record] = {}
    unknown: set[Key] = set()
    with_code = False
    pending = [network, *reading.variables.values()]
    while pending and len(records) <= _MOST_RECORDS:
        value = pending.pop()
        record = state.record(value)
        if isinstance(value, FunctionValue) and value.frame is not None:  # it reads variables of another function
            return None
        if isinstance(value, Symbol):
            unknown.add(value.key)
        elif isinstance(value, Ref) and record is not None and value.address not in records:
            records[value.address] = record
            pending += _held_in(record)
            parts = list(_run_by(record))
            with_code |= bool(parts) and not isinstance(record, ClassRecord)
            pending += [value for part in parts for value in reading.follow(part)]
        pending += _inside(value)
    if pending:
        return None
    names = frozenset(unknown)
    decided, stored = state.condition.facts_of(names), _find_stored(state, names)
    found = tuple((frame, name, value) for (frame, name), value in reading.variables.items())
    return Footprint(tuple(records.items()), found, names, decided, stored, with_code)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The variables of files that code reads which runs in a pass, by frame and name."""

    m: Analysis
    state: State
    variables: dict[tuple[FrameId, str], Value] = field(default_factory=dict)

    def follow(self, function: Function) -> list[Value]:
        """Adds what a function reads, and what the functions read that it finds there; gives what is new."""
        new = []
        for frame, name, value in _find_read(self.m, self.state, function):
            if (frame, name) not in self.variables:
                self.variables[frame, name] = value
                new += [value, *(found for code in _code_in(value) for found in self.follow(code))]
        return new


def _run_by(record: Record) -> Iterator[Function]:
    """What runs when objects of a class are called; what an object or a container holds of functions, to which no name leads."""
    if isinstance(record, ClassRecord):
        methods = (value for name, value in record.attributes if name in CALLED)
        yield from (value.function for value in methods if isinstance(value, FunctionValue))
    else:
        yield from (found for value in _held_in(record) for found in _code_in(value))


def _code_in(value: Value) -> Iterator[Function]:
    if isinstance(value, FunctionValue):
        yield value.function
    for part in _inside(value):
        yield from _code_in(part)


def _inside(value: Value) -> tuple[Value, ...]:
    """What a function is bound to, or what a tuple holds."""
    if isinstance(value, BoundMethod):
        return (value.function, value.receiver)
    if isinstance(value, Partial):
        return (value.function, *value.arguments, *(given for _, given in value.keywords))
    return value.items if isinstance(value, Tuple) else ()


def _find_read(m: Analysis, state: State, function: Function) -> Iterator[tuple[FrameId, str, Value]]:
    """The variables of files that a function, or one that it may call by the names that they mention, reads."""
    loads, attributes = _names_read(m, function)
    variables = list(_find_variables(m, state, m.program.globals.keys(), loads))
    files = {value.path for _, _, value in variables if isinstance(value, Namespace)}
    yield from variables
    yield from _find_variables(m, state, files, attributes)


def _find_variables(
    m: Analysis, state: State, paths: Iterable[str], names: Set[str]
) -> Iterator[tuple[FrameId, str, Value]]:
    """The variables of files that have one of these names."""
    frames = [m.program.globals[path] for path in paths if m.program.globals.get(path) in state.frames]
    for frame in frames:
        yield from ((frame, name, value) for name, value in state.variables(frame).items() if name in names)


def _find_stored(state: State, unknown: Set[Key]) -> frozenset[Hashable]:
    """What the path has stored on these unknown values, and on their parts."""
    return frozenset((key, pairs) for key, pairs in state.overlay.items() if belongs_to(key, unknown))


def _held_in(record: Record) -> Iterator[Value]:
    if isinstance(record, ClassRecord):
        yield from record.bases
        yield from (value for _, value in record.attributes)
    elif isinstance(record, InstanceRecord):
        yield Ref(record.cls)
        yield from (value for _, value in record.attributes)
    elif isinstance(record, LayerRecord):
        yield from (value for _, value in record.children)
        yield from [] if record.weights is None else [Ref(record.weights)]
    elif isinstance(record, ListRecord):
        yield from record.items
    elif isinstance(record, DictRecord):
        yield from (value for pair in record.items for value in pair)


def _names_read(m: Analysis, function: Function) -> tuple[frozenset[str], frozenset[str]]:
    """The variables of files that a function reads, or one that it may call by the names that they mention; and attributes."""
    key = (id(function), len(m.program.modules))
    if key not in m.syntax.names_read:
        instructions = [i for other in functions_reached(m, function) for i in instructions_of(other.body)]
        m.syntax.names_read[key] = (
            frozenset(i.name for i in instructions if isinstance(i, LoadGlobal)),
            frozenset(i.name for i in instructions if isinstance(i, GetAttr)),
        )
    return m.syntax.names_read[key]
