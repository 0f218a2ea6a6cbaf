"""What modules keep between their forward passes, after code that is not followed has run them. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.heap import InstanceRecord, LayerRecord, Record
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, FunctionValue, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.effect_free import is_loud, is_quiet, runs_forwards
from retain_lint.interpreter.effects.escape import weaken_attributes
from retain_lint.interpreter.heap.objects import class_attribute, is_module_class, may_own_leaves
from retain_lint.interpreter.heap.option_writes import set_option
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.ir.model import Function


def blur_parts(m: Analysis, state: State, module: Value, function: Value | None) -> None:
    """`module.apply(function)`: what it and its submodules keep may have been replaced, or cut off."""
    if isinstance(function, FunctionValue) and is_quiet(m, function.function):
        return
    told = isinstance(function, FunctionValue) and "inplace" in function.function.mentions
    pending, seen = [module], set[Address]()
    while pending:
        value = pending.pop()
        record = state.record(value)
        if not isinstance(value, Ref) or value.address in seen:
            continue
        seen.add(value.address)
        if isinstance(record, InstanceRecord):
            _blur(m, state, value.address, record)
        if told and isinstance(record, LayerRecord):
            state.put(value.address, set_option(record, "inplace", None))
        pending += [part for part in _members(record) if may_own_leaves(m, state, part)]


def blur_states(m: Analysis, state: State, function: Function) -> None:
    """After a call that is not followed: what the forward passes that it may run may have written."""
    if runs_forwards(m, function):
        blur_modules(m, state)


def runs_keeping(m: Analysis, state: State, function: Function, given: Iterable[Value]) -> bool:
    """May a call of the function run the forward pass of a module that it is given, and that keeps something of it?"""
    return runs_forwards(m, function) and any(_keeps(m, state, state.record(value)) for value in given)


def blur_modules(m: Analysis, state: State) -> None:
    """After the forward of a module whose parts are not all known: any of the program's own modules may be one of them."""
    for address, record in list(state.heap.items()):
        if isinstance(record, InstanceRecord) and _keeps(m, state, record):
            _blur(m, state, address, record)


def _keeps(m: Analysis, state: State, record: Record | None) -> bool:
    """Is it a module whose forward pass leaves something behind?"""
    if not isinstance(record, InstanceRecord) or not is_module_class(state, record.cls):
        return False
    forward = class_attribute(state, record.cls, "forward")
    return isinstance(forward, FunctionValue) and is_loud(m, forward.function)


def _members(record: Record | None) -> Iterable[Value]:
    pairs = record.children if isinstance(record, LayerRecord) else ()
    pairs = record.attributes if isinstance(record, InstanceRecord) else pairs
    return [member for _, member in pairs]


def _blur(m: Analysis, state: State, address: Address, record: InstanceRecord) -> None:
    """The graphs in an object's attributes hang on it perhaps no more."""
    weaken_attributes(state, address, record, lambda _, value: _blurred(m, state, value))


def _blurred(m: Analysis, state: State, value: Value) -> Value:
    """One of the graphs in it, or one of other parameters that has taken its place."""
    if isinstance(value, Ref) and may_own_leaves(m, state, value):
        return value
    made = any_graph_in(m, state, [value])
    record = state.tensor(made) if made is not None else None
    if record is not None and record.node is not None:
        m.facts.weight_users.add(record.node)
    return made or value
