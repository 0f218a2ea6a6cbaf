"""Modules without a name of their own are called by their place in a list or a dictionary. Floor 3.

They are named when the container gets its name, or when they are put into it, never when they are read: items are read all
the time.
"""

from __future__ import annotations

import re
from itertools import islice

from retain_lint.domain.heap import DictRecord, InstanceRecord, LayerRecord, ListRecord, TensorRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Value
from retain_lint.interpreter.heap.objects import is_module_class, name_leaves

_MOST_PLACES = 16


def name_members(state: State, container: Value, name: str) -> None:
    """Names the modules in a container that has just got this name."""
    record = state.get(container.address) if isinstance(container, Ref) else None
    if isinstance(record, ListRecord) and record.exact:
        for number, member in enumerate(record.items[:_MOST_PLACES]):
            name_member(state, member, name, Known(number))
    elif isinstance(record, DictRecord):
        for key, member in islice(record.items, _MOST_PLACES):
            name_member(state, member, name, key)


def name_member(state: State, member: Value, container: str, key: Value) -> None:
    """Names a module that lies in a container, if nothing else has."""
    if is_module(state, member) and not is_named_module(state, member):
        if not isinstance(key, Known):
            name_leaves(state, member, f"{container}[...]")
        elif "." not in str(key.value):
            name_leaves(state, member, f"{container}[{key.value!r}]")


#: begins the name of an attribute whose name is computed, and what stands in it for what is not known
COMPUTED, PLACE = "%", "[%s]"
_PLACES = re.compile(r"\[\d+\]")


def name_of_computed(attribute: str) -> str:
    """How an attribute is shown: what is not known of its name is left out."""
    return _PLACES.sub("...", attribute[1:]) if attribute.startswith(COMPUTED) else attribute


def is_module(state: State, value: Value) -> bool:
    """A layer, or an object of the project's that is a module."""
    record = state.get(value.address) if isinstance(value, Ref) else None
    return isinstance(record, LayerRecord) or isinstance(record, InstanceRecord) and is_module_class(state, record.cls)


def is_named_module(state: State, value: Value) -> bool:
    """Is it a module whose first parameter is called by more than an attribute of the module itself?"""
    if not is_module(state, value):
        return False
    attribute, first = _first_leaf(state, value)
    own = f"self.{attribute}"
    return first is None or bool(first.path) and first.path != own and not first.path.startswith(f"{own}.")


def _first_leaf(state: State, value: Value, attribute: str = "", depth: int = 4) -> tuple[str, TensorRecord | None]:
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, TensorRecord):
        return attribute, record if record.parameter else None
    members: tuple[tuple[str, Value], ...] = ()
    if isinstance(record, LayerRecord):
        own = () if record.weights is None else (("", Ref(record.weights)),)
        members = (*own, *((attribute, child) for _, child in record.children))
    elif isinstance(record, InstanceRecord):
        members = record.attributes
    for name, member in members if depth else ():
        found = _first_leaf(state, member, attribute or name, depth - 1)
        if found[1] is not None:
            return found
    return attribute, None
