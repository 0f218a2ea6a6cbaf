"""What is remembered of the result of a call that is not run again: whether it is None, a tensor without a graph, other data,
or a tuple, list or dictionary of these. Floor 3."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.loaded import LOADED, is_loaded
from retain_lint.domain.plain_data import ARRAYS, MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FunctionValue, Index, Key, Known, Linear, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.call_request import CallRequest
from retain_lint.interpreter.heap.objects import allocate
from retain_lint.interpreter.heap.tensors import new_tensor

#: the kinds, beside tuples of them and what was loaded: data, what may be anything, tensors without a graph, None
DATA, UNKNOWN, TENSOR, ABSENT = "data", "unknown", "tensor", "none"


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list of which each item is known."""

    items: tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class _Mapped:
    """A dictionary of which each entry is known, by a constant."""

    entries: tuple[tuple[Value, Hashable], ...]


def key_of_call(state: State, function: FunctionValue, request: CallRequest) -> Key:
    """What the kind of the result may hang on: the constants and the types among the arguments, and the object's options."""
    receiver = request.positional[0] if request.positional else NONE
    record = state.record(receiver)
    options = record.attributes if isinstance(record, InstanceRecord) else ()
    known = tuple((name, value) for name, value in options if isinstance(value, Known) and not _is_number(value))
    positional = tuple(_type_of(state, value) for value in request.positional)
    keywords = tuple((name, _type_of(state, value)) for name, value in request.keywords.items())
    owner = receiver if isinstance(record, (InstanceRecord, LayerRecord)) else None  # data is another each time
    address = owner.address if isinstance(owner, Ref) else None
    return (id(function.function), address, known, positional, keywords)


def _type_of(state: State, value: Value) -> Hashable:
    if isinstance(value, Known) and not _is_number(value):
        return value
    return type(value).__name__, type(state.record(value)).__name__


def kind_of(state: State, value: Value, depth: int = MAX_NESTING) -> Hashable | None:
    """The kind of a result that holds no graph: None, a tensor, other data, or a tuple, list or dictionary of these; None for
    others."""
    record = state.record(value)
    if isinstance(value, Tuple):
        kinds = tuple(kind_of(state, item, depth) for item in value.items)
        return None if None in kinds else kinds
    if isinstance(record, (ListRecord, DictRecord)):
        return _kind_of_container(state, record, depth - 1) if record.exact and depth else None
    if value == NONE:
        return ABSENT
    if is_loaded(value):
        return LOADED
    if isinstance(record, TensorRecord):
        return TENSOR if ARRAYS.covers(state, value) else None
    plain = isinstance(value, (Symbol, Index, Linear)) or _is_number(value)
    return DATA if plain and ARRAYS.covers(state, value) else None


def _kind_of_container(state: State, record: ListRecord | DictRecord, depth: int) -> Hashable | None:
    if isinstance(record, ListRecord):
        kinds = tuple(kind_of(state, item, depth) for item in record.items)
        return None if None in kinds or record != ListRecord(record.items) else _Listed(kinds)
    entries = tuple((key, kind_of(state, item, depth)) for key, item in record.items)
    known = all(isinstance(key, Known) and kind is not None for key, kind in entries)
    return _Mapped(entries) if known and record == DictRecord(record.items) else None


def _is_number(value: Value) -> bool:
    return isinstance(value, Known) and type(value.value) in (int, float)


def make_result(m: Analysis, state: State, kind: Hashable) -> Value:
    """Another result of that kind."""
    if isinstance(kind, tuple):
        return Tuple(tuple(make_result(m, state, part) for part in kind))
    if isinstance(kind, _Listed):
        return allocate(m, state, ListRecord(tuple(make_result(m, state, item) for item in kind.items)))
    if isinstance(kind, _Mapped):
        entries = tuple((key, make_result(m, state, item)) for key, item in kind.entries)
        return allocate(m, state, DictRecord(entries))
    if kind == TENSOR:
        return new_tensor(m, state, None, Ternary.NO)
    if kind == LOADED:
        return m.symbol(LOADED, plain=True)
    return NONE if kind == ABSENT else m.symbol("value", plain=kind == DATA)
