"""Methods that Python runs though no call names them: what an object gives out when it is iterated or indexed, and what it does
when it is compared, counted, shown or dropped. They are not run, but for a `__next__` that may give out data alone. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retain_lint.domain.heap import ClassRecord, InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, BoundMethod, FunctionValue, Ref, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escaping_functions import enclosing_frames, escape_to_handed, runs_engine
from retain_lint.interpreter.effects.given_functions import havoc_changed
from retain_lint.interpreter.effects.result_kinds import kind_of
from retain_lint.interpreter.effects.resumed_code import note_resumed
from retain_lint.interpreter.heap.iterables import concrete_items
from retain_lint.interpreter.heap.objects import class_attribute, is_module_class
from retain_lint.interpreter.heap.tensors import any_graph_in
from retain_lint.ir.model import Function, LoadFree, LoadGlobal
from retain_lint.ir.walk import instructions_of

#: instructions that the run of such a method may take
_MOST = 1_000
#: what they return is used
_GIVING = ("__getitem__", "__iter__", "__next__", "__reversed__", "__missing__")
#: what stores and dropped names run
_SILENT = ("__setattr__", "__del__")
_OF_CLASSES = ("__class_getitem__",)
_COMPARING = tuple(f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "contains"))
#: what they return is no tensor
UNNAMED = frozenset(
    f"__{name}__"
    for name in "bool len length_hint contains eq ne lt le gt ge hash str repr format int float index del delitem".split()
)


def contents_of(m: Analysis, state: State, value: Value) -> Value:
    """What is iterated, indexed or combined in place of an object whose special methods may give out the graphs that it
    holds, or that they find in variables: a tensor that hangs on one of them, not known which."""
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(value, Ref) and isinstance(record, ClassRecord):
        held = [own for _, own in record.attributes]  # its metaclass may have methods, too
        return any_graph_in(m, state, [*held, *_found_by(m, state, value.address, _OF_CLASSES)]) or value
    if not isinstance(record, InstanceRecord) or is_module_class(state, record.cls):  # a module gives out modules
        return value
    if concrete_items(state, value) is not None:
        return value
    found = any_graph_in(m, state, [value, *_found_by(m, state, record.cls, _GIVING)])
    if found is not None and _gives_data(m, state, value, record.cls):
        return m.symbol("value", plain=True)
    return found or value


def _gives_data(m: Analysis, state: State, value: Value, cls: Address) -> bool:
    """Does the `__next__` of an object make data, as is seen when it is run once, on a copy of the path?"""
    method, running = next(_methods(state, cls, ("__next__",)), None), m.context.instruction
    if method is None or running is None or runs_engine(m, method):
        return False
    with m.budget.allowing(_MOST), m.budget.joining(1):
        outcomes = m.interpreter.call_value(m, state.fork(), BoundMethod(value, method), (), {}, running.span)
        spent = m.budget.spent
    kinds = [kind_of(outcome.state, outcome.value) for outcome in outcomes if not outcome.raised]
    return bool(kinds) and not spent and None not in kinds


def _found_by(m: Analysis, state: State, cls: Address, names: tuple[str, ...]) -> Iterator[Value]:
    """The variables around such methods of a class that these read."""
    for method in _methods(state, cls, names):
        read = _variables_read(method.function)
        for frame in enclosing_frames(m, state, method):
            yield from (held for variable, held in frame.variables.items() if variable in read)


def _methods(state: State, cls: Address, names: Iterable[str]) -> Iterator[FunctionValue]:
    """Those methods of a class that the project has written."""
    found = (class_attribute(state, cls, name) for name in names)
    return (method for method in found if isinstance(method, FunctionValue))


def _variables_read(function: Function) -> frozenset[str]:
    loads = (i for i in instructions_of(function.body) if isinstance(i, (LoadGlobal, LoadFree)))
    return frozenset(load.name for load in loads)


def escape_to_unnamed(m: Analysis, state: State, made: Ref, cls: Address) -> None:
    """An object is made whose methods may run the engine at any later time, when Python counts, compares, shows or drops it:
    on what they can get at now, and on what is stored later where they look. What such methods change is havocked."""
    for method in _methods(state, cls, sorted(UNNAMED.union(_GIVING, _SILENT))):
        havoc_changed(m, state, BoundMethod(made, method), ())
    for method in _methods(state, cls, sorted(UNNAMED)):
        if runs_engine(m, method):
            escape_to_handed(m, state, (BoundMethod(made, method),))
            note_resumed(m, method.function, (made,), method.frame)
            m.facts.looked_up |= _variables_read(method.function)


def escape_to_compared(m: Analysis, state: State, operands: tuple[Value, Value]) -> None:
    """One of the operands may compare itself with the other by a method that runs the engine."""
    for holder in operands:
        record = state.record(holder)
        for method in _methods(state, record.cls, _COMPARING) if isinstance(record, InstanceRecord) else ():
            escape_to_handed(m, state, (BoundMethod(holder, method), *operands))
