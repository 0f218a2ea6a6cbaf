"""What a call may change of the attributes of an object, where it is not run: not those that it only reads. Floor 3."""

from __future__ import annotations

from collections.abc import Set

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.loaded import holds_options
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, External, FunctionValue, Index, Key, Known, Namespace, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.calling_names import is_called_by
from retain_lint.interpreter.effects.name_call_graph import functions_seen, names_reached, words_on
from retain_lint.interpreter.heap.objects import class_attribute
from retain_lint.ir.changed_names import ChangedNames, find_changed_names
from retain_lint.ir.model import Function
from retain_lint.ir.walk import instructions_of

#: these stay what they are, whoever sees them
_IMMUTABLE = (Known, Index, External, FunctionValue, Namespace)
_NOTHING = ChangedNames(frozenset(), frozenset(), frozenset())


def names_changed(m: Analysis, state: State, function: Function, cls: Address) -> ChangedNames:
    """The names of what a function may change of an object of a class, itself or by what it reaches: other functions, by
    their names, the properties of the class and its special methods."""
    changed = _changed_by(m, function, names_reached(m, function) | words_on(m, state, function, cls))
    return ChangedNames(*(frozenset().union(*names) for names in zip(_NOTHING, *changed, strict=True)))


def names_set(m: Analysis, function: Function) -> frozenset[str]:
    """The names of the attributes that a function may set or store items in, of whatever object, itself or by what it reaches."""
    changed = _changed_by(m, function, names_reached(m, function))
    return frozenset().union(*(each.written for each in changed))


def _changed_by(m: Analysis, function: Function, names: Set[str]) -> list[ChangedNames]:
    reached = (f for f in functions_seen(m) if f is function or is_called_by(f, names) or _is_special(f))
    return [read_changed_names(f) for f in reached]


def _is_special(function: Function) -> bool:
    """Is it a method that Python calls, other than to make an object?"""
    return function.class_name is not None and function.name.startswith("__") and function.name != "__init__"


def read_changed_names(function: Function) -> ChangedNames:
    """Those of one function, remembered."""
    known = function.body.memo.get("changed names")
    if not isinstance(known, ChangedNames):
        known = function.body.memo["changed names"] = find_changed_names(tuple(instructions_of(function.body)))
    return known


def may_change(state: State, changed: ChangedNames, name: str, held: Value) -> bool:
    """May such a call change an attribute, or what it holds? What holds options by its name keeps those that nobody sets."""
    if name in changed.written:
        return True
    if not isinstance(held, Symbol):
        return not isinstance(held, _IMMUTABLE)
    if holds_options(("attr", held.key, name)):
        return not changed.written.isdisjoint(_names_of_parts(state, held.key))
    return name in changed.used or not (changed.written | changed.used).isdisjoint(_names_of_parts(state, held.key))


def defaults_of(state: State, record: InstanceRecord, names: Set[str]) -> list[str]:
    """Those of the attributes that an object has of its class, until it is given its own."""
    own = {name for name, _ in record.attributes}
    found = {name: class_attribute(state, record.cls, name) for name in sorted(names - own)}
    return [name for name, held in found.items() if held is not None and not isinstance(held, FunctionValue)]


def _names_of_parts(state: State, key: Key) -> set[str]:
    """The names of the attributes of something unknown that a path has stored or tested."""
    stored = {name for name, _ in state.attached(key)}
    return stored.union(str(part[-1]) for part in state.condition.attributes_of(key))
