"""Methods inherited from classes that cannot be seen: what they may have done to the object. Floor 3."""

from __future__ import annotations

import sys

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, BoundMethod, External, FunctionValue, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escape import escape, weaken_attributes, weaken_value
from retain_lint.interpreter.effects.given_functions import havoc_changed
from retain_lint.interpreter.heap.known_records import instance_at
from retain_lint.interpreter.heap.objects import (
    class_attribute,
    external_bases,
    is_module_class,
    may_own_leaves,
    method_order,
)
from retain_lint.interpreter.heap.overwritten_settings import doubt_constants, overwrites
from retain_lint.interpreter.heap.tensors import graph_operands

#: packages whose classes never set what a class of the project sets
_KNOWN = frozenset({"torch", "lightning", *sys.stdlib_module_names, "builtins"})
#: modules of the standard library whose classes call no method of a subclass, but those that syntax calls
_BARE = frozenset({"abc", "builtins", "collections", "dataclasses", "enum", "types", "typing"})


def blur_inherited(m: Analysis, state: State, callee: Value, drives: bool) -> None:
    """`self.f()` or `super().f()` of a base that cannot be seen may set any attribute: a graph there that was sent backward
    before is perhaps another one afterwards. What a method extends, or what `drives` by its name, may send such a graph
    backward again, and call the methods of the class; those of the standard library do no more than that (`Thread.start`)."""
    if not isinstance(callee, Symbol) or callee.key[0] != "attr" or not isinstance(callee.key[1], tuple):
        return
    holder = callee.key[1][-1] if callee.key[1][0] == "object" else None
    record = state.record(holder) if isinstance(holder, Ref) else None
    if not isinstance(record, InstanceRecord) or not isinstance(holder, Ref):
        return
    extended = class_attribute(state, record.cls, str(callee.key[-1])) is not None
    unseen = _has_unseen(state, record)
    if unseen and (drives or extended) or _calls_methods(state, record):
        _havoc_by_methods(m, state, holder, record.cls)
        record = instance_at(state, holder.address)
    if not unseen:
        return
    if overwrites(str(callee.key[-1])) and not is_module_class(state, record.cls):
        doubt_constants(m, state, holder)
        record = instance_at(state, holder.address)
    used = tuple((name, value) for name, value in record.attributes if _was_used(m, state, value))
    if drives or extended:
        escape(m, state, tuple(value for _, value in used))
    names = {name for name, _ in used}
    weaken_attributes(
        state, holder.address, record, lambda name, value: weaken_value(m, state, value) if name in names else value
    )


def _calls_methods(state: State, record: InstanceRecord) -> bool:
    """Does it inherit from a class of the standard library that calls what subclasses define?"""
    names = [base.name for base in external_bases(state, record.cls) if isinstance(base, External)]
    return any(name.partition(".")[0] in sys.stdlib_module_names - _BARE for name in names)


def _havoc_by_methods(m: Analysis, state: State, holder: Ref, cls: Address) -> None:
    for known in method_order(state, cls):
        for name, value in known.attributes:
            if isinstance(value, FunctionValue) and name != "__init__":
                havoc_changed(m, state, BoundMethod(holder, value), ())


def _has_unseen(state: State, record: InstanceRecord) -> bool:
    bases = external_bases(state, record.cls)
    return any(not isinstance(base, External) or base.name.partition(".")[0] not in _KNOWN for base in bases)


def _was_used(m: Analysis, state: State, value: Value) -> bool:
    """Does it hold a graph that was sent backward?"""
    if isinstance(value, Ref) and may_own_leaves(m, state, value):
        return False
    roots = [part.node for part in graph_operands(m, state, [value]) if part.node is not None]
    return any(node.number in state.freed or node.number in state.kept for node in m.graph.reach(roots))
