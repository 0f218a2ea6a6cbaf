"""Attributes whose names are computed: `setattr(self, "net_" + name, ...)` in one loop, `getattr(self, "net_" + name)` in
another. Floor 3."""

from __future__ import annotations

import re

from retain_lint.domain.heap import InstanceRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Symbol, Value, key_of
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.data_model.attributes import get_attribute, set_attribute
from retain_lint.interpreter.heap.class_choices import pick_attribute
from retain_lint.interpreter.heap.loop_places import place_in, take_place
from retain_lint.interpreter.heap.module_names import COMPUTED, PLACE
from retain_lint.interpreter.heap.objects import (
    REPLACED,
    constructs_module,
    is_module_class,
    record_of,
)
from retain_lint.interpreter.heap.overwritten_settings import doubt_constants, may_be_setting
from retain_lint.interpreter.heap.strings import TEXT
from retain_lint.interpreter.heap.tensors import any_graph_in, graph_operands
from retain_lint.interpreter.heap.unset_attributes import note_open
from retain_lint.source import Span


def get_by_path(m: Analysis, state: State, value: Value, path: str, span: Span) -> list[Outcome]:
    """value.a.b, for the path "a.b"; an empty one leads to the value itself."""
    found = [Outcome(state, value)]
    for name in path.split(".") if path else ():
        found = [
            after
            for before in found
            for after in ([before] if before.raised else get_attribute(m, before.state, before.value, name, span))
        ]
    return found


def set_computed(m: Analysis, state: State, holder: Value, name: Value, source: Value, span: Span) -> None:
    """setattr under a name that is not known: by the place in its loop, if a loop has found it. Others may replace an
    attribute, outside the constructor."""
    note_open(m, [holder])
    if may_be_setting(state, source):
        doubt_constants(m, state, holder, name, source)
    record = record_of(state, holder)
    if not isinstance(record, InstanceRecord):
        return
    place, new = place_in(name), f"%member{len(record.attributes)}"
    if place is not None:
        set_attribute(m, state, holder, _name(name, place), source, span)
    elif constructs_module(m, state, record) or graph_operands(m, state, [source]):
        set_attribute(m, state, holder, new, source, span)
    elif is_module_class(state, record.cls):
        set_attribute(m, state, holder, new, m.symbol(REPLACED, new), span)


def get_computed(m: Analysis, state: State, holder: Value, name: Value) -> Value:
    """getattr by a name that is not known: a class of a library, what stands at the same place of another loop, or any tensor
    among the attributes."""
    picked = pick_attribute(m, state, holder, key_of(name)) or _at_place(state, holder, name)
    return picked or _any_attribute(m, state, holder) or m.symbol("getattr", holder)


def _at_place(state: State, holder: Value, name: Value) -> Value | None:
    record = record_of(state, holder)
    if not isinstance(record, InstanceRecord):
        return None
    alike = re.compile(re.escape(_name(name, "\0")).replace("\0", r"\d+"))
    found = [attribute for attribute, _ in record.attributes if alike.fullmatch(attribute)]
    if not found:
        return None
    place = place_in(name)
    exact = _name(name, take_place(state, name) if place is None else place)
    last = found[-1] if place is not None else exact
    return lookup(record.attributes, exact if exact in found else last)


def _name(name: Value, place: object) -> str:
    """The attribute's name, with the place where it is not known."""
    if not isinstance(name, Symbol) or name.key[0] != TEXT:
        return f"{COMPUTED}{PLACE % place}"
    parts = name.key[1 : (len(name.key) + 1) // 2]
    return COMPUTED + "".join(str(part.value) if isinstance(part, Known) else PLACE % place for part in parts)


def _any_attribute(m: Analysis, state: State, value: Value) -> Ref | None:
    """It may be any tensor among them."""
    record = record_of(state, value)
    attributes = record.attributes if isinstance(record, InstanceRecord) else ()
    return any_graph_in(m, state, [item for _, item in attributes if state.tensor(item) is not None])
