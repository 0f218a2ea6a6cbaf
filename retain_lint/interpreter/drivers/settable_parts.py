"""Flags in the dictionaries, lists, objects and classes that global variables hold, which a client may have set before it calls
anything: `STATE = {"twice": False}` beside `def enable(): STATE["twice"] = True`. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.plain_data import MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import FrameId, Known, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.drivers.settable_flags import is_flag
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.interpreter.heap.overwritten_settings import doubt_constants, inherited_constants
from retain_lint.ir.model import Const, Function, GetAttr, GetItem, LoadGlobal, Module, SetAttr, SetItem
from retain_lint.ir.walk import instructions_of

_Names = frozenset[object]


@dataclass(frozen=True, slots=True)
class _Setter:
    """What a function sets and does not read: entries by their keys, and attributes, `classwide` those that may be a class's;
    and the global variables in which it stores under names that are not written out (`whole`)."""

    parts: _Names
    classwide: _Names
    whole: frozenset[str]


def open_parts(m: Analysis, state: State, module: Module, frame: FrameId) -> None:
    """What functions of this file set in what its variables hold is unknown, if it is a flag or a word."""
    setters = [_read_setter(f) for f in module.functions if f.kind != "module" and f.name != "__init__"]
    parts: _Names = frozenset(chain.from_iterable(one.parts for one in setters))
    classwide: _Names = frozenset(chain.from_iterable(one.classwide for one in setters))
    whole = frozenset(chain.from_iterable(one.whole for one in setters))
    for name, value in list(state.variables(frame).items()) if parts or whole else ():
        if name in whole:
            doubt_constants(m, state, value)
        _open(m, state, value, parts, classwide, MAX_NESTING)


def _read_setter(function: Function) -> _Setter:
    body = tuple(instructions_of(function.body))
    constants = {i.target: i.value for i in body if isinstance(i, Const)}
    variables = {i.target: i.name for i in body if isinstance(i, LoadGlobal)}
    read = {i.name for i in body if isinstance(i, GetAttr)} | {
        constants[i.index] for i in body if isinstance(i, GetItem) and i.index in constants
    }
    own = function.parameters[0].name if function.parameters else ""
    items = [i for i in body if isinstance(i, SetItem) and i.source is not None]
    attributes = [i for i in body if isinstance(i, SetAttr) and i.source is not None]
    filled = [i.object for i in items if i.index not in constants]
    filled += [i.object for i in body if isinstance(i, GetAttr) and i.name == "update"]
    parts = {constants[i.index] for i in items if i.index in constants} | {i.name for i in attributes}
    classwide = {i.name for i in attributes if i.object != own or own == "cls"}
    whole = frozenset(variables[holder] for holder in filled if holder in variables)
    return _Setter(frozenset(parts - read), frozenset(classwide - read), whole)


def _open(m: Analysis, state: State, value: Value, parts: _Names, classwide: _Names, depth: int) -> None:
    record = state.get(value.address) if isinstance(value, Ref) and depth else None
    if isinstance(record, InstanceRecord) and is_module_class(state, record.cls) or not isinstance(value, Ref):
        return
    if isinstance(record, DictRecord):
        keys = [key for key, _ in record.items]
        names = [key.value if isinstance(key, Known) else key for key in keys]
        held = _opened(m, zip(names, (item for _, item in record.items), strict=True), parts)
        state.put(value.address, replace(record, items=tuple(zip(keys, held, strict=True))))
    elif isinstance(record, ListRecord):
        held = _opened(m, enumerate(record.items), parts)
        state.put(value.address, replace(record, items=tuple(held)))
    elif isinstance(record, (InstanceRecord, ClassRecord)):
        of_class = isinstance(record, ClassRecord)
        flags = (
            (name, value) for name, value in inherited_constants(state, record) if name in parts and is_flag(value)
        )
        pairs = dict(flags) | dict(record.attributes)
        held = _opened(m, pairs.items(), classwide if of_class else parts)
        state.put(value.address, replace(record, attributes=tuple(zip(pairs, held, strict=True))))
    else:
        return
    for part in () if isinstance(record, ClassRecord) else held:
        _open(m, state, part, parts, classwide, depth - 1)


def _opened(m: Analysis, pairs: Iterable[tuple[object, Value]], names: _Names) -> list[Value]:
    """The values, those of flags and words unknown that have one of the names."""
    return [m.symbol("value", plain=True) if name in names and is_flag(value) else value for name, value in pairs]
