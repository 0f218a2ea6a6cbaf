"""Stores under names that are not known: `config[key] = value` for all that a file says, `setattr(self, name, value)`,
`vars(options).update(given)`. They are weak updates of every constant there. Floor 3."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.plain_data import DATA, MAX_NESTING
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Ref, Symbol, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.objects import class_attribute, is_module_class, method_order
from retain_lint.interpreter.heap.strings import TEXT

#: words by which functions take over what they are given, or what a file or the command line says
_OVERWRITING = re.compile("^(load|read|set|from_|fill|assign|apply)|update|merge|overrid|parse|config")
#: begins the name of what `globals()` returns
GLOBALS = "globals"


def overwrites(name: str) -> bool:
    """Does an opaque function or method, by its name, replace settings: of its object, or of what it is given?"""
    return _OVERWRITING.search(name.lower()) is not None


def doubt_given(m: Analysis, state: State, name: str, values: Iterable[Value]) -> None:
    """An opaque function is given dictionaries of settings, and objects that are no modules: it may overwrite them."""
    for value in values if overwrites(name) else ():
        record = state.get(value.address) if isinstance(value, Ref) else None
        settings = isinstance(record, InstanceRecord) and not is_module_class(state, record.cls)
        if settings or isinstance(record, DictRecord):
            doubt_constants(m, state, value)


def doubt_globals(m: Analysis, state: State, name: Value | None = None) -> None:
    """A store by way of `globals()`: any constant of the running file's variables may be another one."""
    frame = m.program.globals.get(m.context.module, m.frame)
    if frame in state.frames:
        for held, value in list(state.variables(frame).items()):
            if isinstance(value, Known) and not held.startswith("__") and _may_be_named(name, held):
                state.registers(frame)[held] = m.symbol("value", plain=True)


def may_be_setting(state: State, source: Value) -> bool:
    """Is what is stored a constant, data, or unknown, and so perhaps what a program is set to?"""
    unknown = isinstance(source, Symbol) and state.tensor(source) is None
    return unknown or DATA.covers(state, source)


def doubt_entries(m: Analysis, state: State, record: DictRecord, source: Value | None = None) -> DictRecord:
    """A dictionary in which something is stored under a key that is not known: `source`, if that is."""
    doubted = ((key, _doubt(m, state, item, source) if isinstance(key, Known) else item) for key, item in record.items)
    return replace(record, items=tuple(doubted))


def doubt_items(m: Analysis, state: State, items: tuple[Value, ...], source: Value) -> tuple[Value, ...]:
    """The items of a list of which the `source` replaces one, not known which."""
    return tuple(_doubt(m, state, item, source) for item in items)


def doubt_constants(
    m: Analysis, state: State, holder: Value, name: Value | None = None, source: Value | None = None
) -> None:
    """What an object, a list or a dictionary holds may be overwritten, under this `name` as far as it is known."""
    if isinstance(holder, Symbol) and holder.key[0] == GLOBALS:
        doubt_globals(m, state, name)
    _doubt_held(m, state, holder, MAX_NESTING, name, source)


def doubt_entries_as_attributes(m: Analysis, state: State, holder: Value, name: Value | None = None) -> None:
    """An entry is stored in an object whose class derives from a dictionary: it is an attribute, too, where the class says what
    attributes are (`__getattr__ = dict.get`)."""
    record = state.get(holder.address) if isinstance(holder, Ref) else None
    if isinstance(record, InstanceRecord) and class_attribute(state, record.cls, "__setattr__") is not None:
        doubt_constants(m, state, holder, name)


def container_of(key: Key) -> Value | None:
    """What an unknown item, or the dictionary of attributes of an object, is a part of: what is stored there, is stored in that."""
    owner = key[1] if len(key) > 1 else None
    if not isinstance(owner, tuple) or not (key[0] == "item" or key[0] == "attr" and key[-1] == "__dict__"):
        return None
    return owner[1] if owner[0] in ("value", "object") and isinstance(owner[1], Ref) else Symbol(owner, plain=True)


def _doubt_held(m: Analysis, state: State, holder: Value, depth: int, name: Value | None, source: Value | None) -> None:
    record = state.get(holder.address) if isinstance(holder, Ref) else None
    if isinstance(holder, Symbol):
        for held, value in state.attached(holder.key) if depth else ():
            if _may_be_named(name, held.strip("'")):
                state.attach(holder.key, held, _doubt(m, state, value, source, depth))
    elif not isinstance(holder, Ref) or not depth:
        return
    elif isinstance(record, DictRecord):
        pairs = ((key, _doubt(m, state, item, source, depth)) for key, item in record.items)
        state.put(holder.address, replace(record, items=tuple(pairs)))
    elif isinstance(record, ListRecord):
        items = tuple(_doubt(m, state, item, source, depth) for item in record.items)
        state.put(holder.address, replace(record, items=items))
    elif isinstance(record, (InstanceRecord, ClassRecord)):
        attributes = dict(inherited_constants(state, record)) | dict(record.attributes)
        doubted = {
            held: _doubt(m, state, value, source, depth) if _may_be_named(name, held) else value
            for held, value in attributes.items()
        }
        own = dict(record.attributes)
        kept = {held: value for held, value in doubted.items() if held in own or value is not attributes[held]}
        state.put(holder.address, replace(record, attributes=tuple(kept.items())))


def inherited_constants(state: State, record: InstanceRecord | ClassRecord) -> list[tuple[str, Value]]:
    """The constants that an object has of its classes, the farthest first."""
    classes = method_order(state, record.cls) if isinstance(record, InstanceRecord) else ()
    pairs = (pair for cls in reversed(list(classes)) for pair in cls.attributes)
    return [(held, value) for held, value in pairs if isinstance(value, Known) and not held.startswith("__")]


def _doubt(m: Analysis, state: State, value: Value, source: Value | None, depth: int = MAX_NESTING) -> Value:
    """A value that perhaps the `source` replaces; containers are doubted where they stand."""
    if isinstance(value, Known):
        return value if value == source else m.symbol("value", plain=True)
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, InstanceRecord) and is_module_class(state, record.cls):
        return value
    if isinstance(record, (DictRecord, ListRecord, InstanceRecord)) or isinstance(value, Symbol):
        _doubt_held(m, state, value, depth - 1, None, source)
    if isinstance(value, Tuple):
        return Tuple(tuple(_doubt(m, state, item, source, depth - 1) for item in value.items)) if depth else value
    return value


def _may_be_named(name: Value | None, held: str) -> bool:
    """May a text that is put together be this name?"""
    if isinstance(name, Known):
        return held == name.value
    if not isinstance(name, Symbol) or name.key[0] != TEXT:
        return held.isidentifier()
    parts = name.key[1 : (len(name.key) + 1) // 2]
    pattern = "".join(re.escape(str(part.value)) if isinstance(part, Known) else ".*" for part in parts)
    return re.fullmatch(pattern, held) is not None
