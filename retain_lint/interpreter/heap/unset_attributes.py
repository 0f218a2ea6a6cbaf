"""Attributes that a path has not set, though another one has: to read one raises. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import BoundMethod, External, Key, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.heap.class_methods import functions_of
from retain_lint.interpreter.heap.objects import BARE_BASES, class_attribute, external_bases
from retain_lint.ir.model import Function, SetAttr
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.lookup import find_control_method

#: what every module has, beside its methods
_OF_MODULES = frozenset({"training", "forward", "dump_patches", "call_super_init", "extra_repr"})


def note_open(m: Analysis, values: Iterable[Value]) -> None:
    """Code that cannot be seen, or a computed name, may set any attribute of these objects."""
    for value in values:
        owner = value.receiver if isinstance(value, BoundMethod) else value
        if isinstance(owner, Ref):
            m.facts.opened.add(owner.address)


def is_missing(m: Analysis, state: State, value: Value) -> bool:
    """Is it what an object was asked for in vain, on this path? Paths of which nobody knows what they set are left out."""
    if not isinstance(value, Symbol) or value.key[0] != "attr" or not isinstance(value.key[1], tuple):
        return False
    holder, name = value.key[1][-1] if value.key[1][0] == "object" else None, str(value.key[-1])
    if not isinstance(holder, Ref) or (holder.address, name) not in m.facts.stored or not _is_closed(m, state, holder):
        return False
    return not _is_set_by_another(m, _methods(state, holder), name, m.executed.keys() | _running(m))


def is_set_unseen(m: Analysis, state: State, key: Key) -> bool:
    """Is it an attribute that only a method which has not run sets? What that method builds, others may send backward too."""
    holder = key[1][-1] if key[0] == "attr" and isinstance(key[1], tuple) and key[1][0] == "object" else None
    methods = _methods(state, holder) if isinstance(holder, Ref) else ()
    return _is_set_by_another(m, methods, str(key[-1]), m.executed.keys() | _running(m))


def has_never(m: Analysis, state: State, holder: Value, name: str) -> bool:
    """Is it an attribute that an object has not, since nothing that is seen sets one of this name but constructors and what
    runs now?"""
    if name.startswith("_") or name in _OF_MODULES or find_control_method(name, "module") is not None:
        return False
    return _is_closed(m, state, holder) and not _is_set_by_another(m, _all_but_constructors(m), name, _running(m))


def _is_set_by_another(m: Analysis, functions: Iterable[Function], name: str, known: Set[int]) -> bool:
    """Does one of the functions set an attribute of this name that is not among the known ones? Nothing tells that it was
    not called before them."""
    return any(id(function) not in known and name in _names_set(m, function) for function in functions)


def _names_set(m: Analysis, function: Function) -> frozenset[str]:
    """The names of the attributes that a function sets, of whatever object."""
    if id(function) not in m.syntax.names_set:
        body = instructions_of(function.body)
        m.syntax.names_set[id(function)] = frozenset(i.name for i in body if isinstance(i, SetAttr))
    return m.syntax.names_set[id(function)]


def _all_but_constructors(m: Analysis) -> Iterator[Function]:
    """The functions of all files."""
    for loaded in m.program.modules.values():
        if loaded is not None:
            yield from (f for f in (loaded.module.body, *loaded.module.functions) if f.name != "__init__")


def _methods(state: State, holder: Value) -> list[Function]:
    """The methods of an object, overridden ones too."""
    record = state.record(holder)
    return functions_of(state, record.cls) if isinstance(record, InstanceRecord) else []


def _running(m: Analysis) -> set[int]:
    return {id(context.function) for context in m.stack}


def _is_closed(m: Analysis, state: State, holder: Value) -> bool:
    """Is all seen that sets attributes of an object or answers for them?"""
    record = state.record(holder)
    if not isinstance(record, InstanceRecord) or not isinstance(holder, Ref) or holder.address in m.facts.opened:
        return False
    seen = all(isinstance(base, External) and base.name in BARE_BASES for base in external_bases(state, record.cls))
    return seen and class_attribute(state, record.cls, "__getattr__") is None
