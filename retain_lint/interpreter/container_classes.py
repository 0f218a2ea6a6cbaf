"""Classes that derive from dict or list: their objects have the container behind them that the inherited methods act on. Floor 3."""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, lookup, replace_pair
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, Ref, Value
from retain_lint.interpreter.descriptors import method_of
from retain_lint.interpreter.dictionaries import call_once, find_entry
from retain_lint.interpreter.iteration import concrete_items
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.objects import allocate, class_attribute, external_bases
from retain_lint.interpreter.request import CallRequest
from retain_lint.source import Span

#: the attribute that holds the container behind an object; no program can write this name
BEHIND = "%container"
_DICTS = frozenset({"builtins.dict", "collections.OrderedDict", "collections.UserDict"})
_LISTS = frozenset({"builtins.list", "collections.UserList"})
#: where an object's items may come from that are not seen to be put into it
_FILLING = ("__new__", "__setattr__", "__setitem__")


def init_container(m: Machine, state: State, receiver: Value, request: CallRequest) -> None:
    """A new object of such a class, or its `super().__init__(...)`; nothing for any other."""
    record = state.record(receiver)
    if not isinstance(record, InstanceRecord) or not isinstance(receiver, Ref):
        return
    made = _fill(state, record.cls, request)
    if made is not None:
        attributes = replace_pair(record.attributes, BEHIND, allocate(m, state, made))
        state.heap[receiver.address] = replace(record, attributes=attributes)


def _fill(state: State, cls: Address, request: CallRequest) -> DictRecord | ListRecord | None:
    bases = {base.name for base in external_bases(state, cls) if isinstance(base, External)}
    source = request.first()
    if bases.isdisjoint(_LISTS | _DICTS):
        return None
    closed = all(class_attribute(state, cls, name) is None for name in _FILLING)
    if not bases.isdisjoint(_LISTS):
        items = () if source is None else concrete_items(state, source)
        return ListRecord(items or (), closed and items is not None)
    record = DictRecord() if source is None else state.record(source)
    known = record if isinstance(record, DictRecord) else DictRecord(exact=False)
    return DictRecord(known.items, closed and known.exact and not request.keywords)


def container_behind(state: State, value: Value, method: str) -> Ref | None:
    """What an inherited method of the object acts on; None if its class has the method, or no such base."""
    record = state.record(value)
    found = lookup(record.attributes, BEHIND) if isinstance(record, InstanceRecord) else None
    if not isinstance(record, InstanceRecord) or not isinstance(found, Ref):
        return None
    kind = dict if isinstance(state.record(found), DictRecord) else list
    own = class_attribute(state, record.cls, method) is not None
    return found if hasattr(kind, method) and not own else None


def make_missing(m: Machine, state: State, value: Value, index: Value, span: Span) -> Value | None:
    """What `__missing__` of a class of dictionaries gives for a key that is not there; None if it is not asked."""
    holder, method = container_behind(state, value, "__getitem__"), method_of(state, value, "__missing__")
    record = state.record(holder) if holder is not None else None
    if (
        method is None
        or not isinstance(record, DictRecord)
        or not record.exact
        or find_entry(record, index) is not None
    ):
        return None
    return call_once(m, state, method, (value, index), span)
