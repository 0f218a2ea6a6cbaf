"""What a client may put in the place of a module that the constructor makes by default: by a public method or a property that
sets it to what it is given, or by a plain assignment that a file shows. So too in the place of None, which the constructor has
left where no method of the object's own sets anything. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import NONE, FunctionValue, Ref, Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.path_ends import REPLACED
from retain_lint.interpreter.data_model.attributes import set_attribute
from retain_lint.interpreter.heap.class_methods import own_attributes
from retain_lint.interpreter.heap.objects import is_module_class, method_order
from retain_lint.ir.model import Function, SetAttr
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Span

_START = Span(1, 0, 1, 0)


def replace_defaults(m: Analysis, state: State, receiver: Value) -> State | None:
    """The object of another client, which has replaced what it may; None if there is nothing of the kind."""
    record = state.record(receiver)
    if not isinstance(record, InstanceRecord):
        return None
    modules = frozenset(name for name, value in record.attributes if _is_module(state, value))
    methods = [value for cls in method_order(state, record.cls) for _, value in cls.attributes]
    functions = [f for value in methods if isinstance(value, FunctionValue) for f in _public(value)]
    left_open = _left_open(record, [value.function for value in methods if isinstance(value, FunctionValue)])
    given = {name for function in functions for name in _given(function)} & modules
    names = given | _assigned(m, modules | left_open)
    replaced = [name for name, _ in record.attributes if name in names]
    other = state.fork() if replaced else None
    if other is not None:
        for name in replaced:
            set_attribute(m, other, receiver, name, Symbol((*REPLACED, 0, name)), _START)
    return other


def _left_open(record: InstanceRecord, methods: list[Function]) -> frozenset[str]:
    """The attributes that are None, and that no method but the constructor sets."""
    own = own_attributes([method for method in methods if method.name != "__init__"], SetAttr)
    return frozenset(name for name, value in record.attributes if value == NONE and name not in own)


def _public(method: FunctionValue) -> Iterator[Function]:
    if not method.function.name.startswith("_"):
        yield method.function
    if method.setter is not None and not method.setter.function.name.startswith("_"):
        yield method.setter.function


def _given(function: Function) -> Iterator[str]:
    """The attributes that a method sets to one of its arguments."""
    own, given = function.parameters[:1], {parameter.name for parameter in function.parameters[1:]}
    for instruction in instructions_of(function.body) if given else ():
        if isinstance(instruction, SetAttr) and instruction.source in given and instruction.object == own[0].name:
            yield instruction.name


def _assigned(m: Analysis, names: frozenset[str]) -> set[str]:
    """Those of the names that functions of the files in sight set on what is not their own object."""
    return {
        instruction.name
        for loaded in m.program.modules.values()
        if loaded is not None
        for function in (loaded.module.body, *loaded.module.functions)
        if not names.isdisjoint(function.mentions)
        for instruction in instructions_of(function.body)
        if isinstance(instruction, SetAttr) and instruction.name in names
        if function.class_name is None or instruction.object not in {p.name for p in function.parameters[:1]}
    }


def _is_module(state: State, value: Value) -> bool:
    record = state.get(value.address) if isinstance(value, Ref) else None
    if isinstance(record, InstanceRecord):
        return is_module_class(state, record.cls)
    return isinstance(record, LayerRecord)
