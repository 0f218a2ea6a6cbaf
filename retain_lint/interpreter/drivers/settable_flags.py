"""Flags of an object that a client may have set before it calls anything: constants that a method sets and does not read. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Symbol, Value
from retain_lint.interpreter.heap.class_methods import functions_of, own_attributes
from retain_lint.ir.model import GetAttr, SetAttr

#: words of a method that may set any attribute
_BY_ANY_NAME = frozenset({"setattr", "__dict__", "__setattr__"})


def open_flags(state: State, receiver: Value | None) -> None:
    """What the constructor has set to True, False or a word, and `def enable_second_pass(self): self.twice = True` sets, is
    unknown. Counters and what is made later are left: another method finds them as the constructor has set them."""
    record = None if receiver is None else state.record(receiver)
    if not isinstance(record, InstanceRecord) or not isinstance(receiver, Ref):
        return
    setters = [function for function in functions_of(state, record.cls) if function.name != "__init__"]
    settable = frozenset().union(*(own_attributes([f], SetAttr) - own_attributes([f], GetAttr) for f in setters))
    by_any_name = any(not f.mentions.isdisjoint(_BY_ANY_NAME) for f in setters)
    flags = [name for name, value in record.attributes if (by_any_name or name in settable) and is_flag(value)]
    if flags:
        kinds = {name: "attr" if name in settable else "value" for name in flags}  # the latter are never missing
        unknown = {name: Symbol((kinds[name], ("object", receiver), name), plain=True) for name in flags}
        attributes = tuple((name, unknown.get(name, value)) for name, value in record.attributes)
        state.put(receiver.address, replace(record, attributes=attributes))


def is_flag(value: Value) -> bool:
    """Is it True, False or a word?"""
    return isinstance(value, Known) and isinstance(value.value, (bool, str))
