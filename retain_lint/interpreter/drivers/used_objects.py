"""An object that has been in use: what its other methods have counted and gathered before a method is called. Floor 3.

A method that learns from what others remember does nothing on a new object (`if len(self.memory) < 64: return`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace

from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue, Known, Ref, Symbol, Value
from retain_lint.interpreter.heap.class_methods import NamedMethod, functions_of, own_attributes
from retain_lint.interpreter.heap.objects import is_module_class
from retain_lint.ir.model import Call, Function, GetAttr, SetAttr, SetItem
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import FILLERS


def find_gathered(reached: Mapping[str, list[Function]], driver: NamedMethod) -> frozenset[str]:
    """The attributes that a method reads and others change. `reached`: what each method runs."""
    run = _run_so_far(reached, driver)
    others = {id(f): f for functions in reached.values() for f in functions if id(f) not in run}
    return frozenset(own_attributes(reached[driver.name], GetAttr) & _changed_by(list(others.values())))


def find_gathering(
    methods: list[NamedMethod], reached: Mapping[str, list[Function]], driver: NamedMethod, gathered: Set[str]
) -> list[FunctionValue]:
    """The methods that change one of these attributes themselves, but for what the method runs."""
    run = _run_so_far(reached, driver)
    return [x.value for x in methods if id(x.function) not in run and gathered & _changed_by([x.function])]


def _run_so_far(reached: Mapping[str, list[Function]], driver: NamedMethod) -> set[int]:
    """By identity: the functions that have run once the constructor and the method have."""
    return {id(function) for function in (*reached[driver.name], *reached.get("__init__", ()))}


def has_gathering_parts(state: State, receiver: Value) -> bool:
    """Does it hold an object whose own methods gather something, as a replay memory does?"""
    return any(names for _, names in _gathering_parts(state, receiver))


def put_to_use(state: State, receiver: Value, names: Set[str]) -> None:
    """Counts are any numbers, and lists and dictionaries may hold more, after any number of calls: in the attributes `names`, and
    in those that the methods of its parts change."""
    _open_attributes(state, receiver, names)
    for part, gathered in list(_gathering_parts(state, receiver)):
        _open_attributes(state, part, gathered)


def _gathering_parts(state: State, receiver: Value) -> Iterator[tuple[Ref, Set[str]]]:
    """The objects in its attributes, other than networks, and the attributes in which their methods gather."""
    record = state.record(receiver)
    for _, part in record.attributes if isinstance(record, InstanceRecord) else ():
        held = state.record(part)
        if isinstance(part, Ref) and isinstance(held, InstanceRecord) and not is_module_class(state, held.cls):
            methods = [function for function in functions_of(state, held.cls) if function.name != "__init__"]
            yield part, {name for name, value in held.attributes if _may_grow(state, value)} & _changed_by(methods)


def _open_attributes(state: State, receiver: Value, names: Set[str]) -> None:
    record = state.record(receiver)
    if not isinstance(record, InstanceRecord) or not isinstance(receiver, Ref) or not names:
        return
    attributes = tuple(
        (name, _leave_open(state, receiver, name, value) if name in names else value)
        for name, value in record.attributes
    )
    state.put(receiver.address, replace(record, attributes=attributes))


def _may_grow(state: State, value: Value) -> bool:
    return _is_number(value) or isinstance(state.record(value), (ListRecord, DictRecord))


def _leave_open(state: State, receiver: Ref, name: str, value: Value) -> Value:
    held = state.record(value)
    if isinstance(value, Ref) and isinstance(held, (ListRecord, DictRecord)):
        state.put(value.address, replace(held, exact=False))
    return Symbol(("attr", ("object", receiver), name), plain=True) if _is_number(value) else value


def _is_number(value: Value) -> bool:
    return isinstance(value, Known) and isinstance(value.value, (int, float))


def _changed_by(functions: list[Function]) -> set[str]:
    """The attributes of their object that methods set, or add to."""
    return own_attributes(functions, SetAttr).union(*map(_filled, functions))


def _filled(function: Function) -> set[str]:
    """The attributes that a method stores items in, or calls `append` and kin of."""
    body = list(instructions_of(function.body))
    own = function.parameters[0].name if function.parameters else None
    names = {i.target: i.name for i in body if isinstance(i, GetAttr) and i.object == own}
    called = {i.function for i in body if isinstance(i, Call)}
    stored = {i.object for i in body if isinstance(i, SetItem)}
    added = {i.object for i in body if isinstance(i, GetAttr) and i.target in called and i.name in FILLERS}
    return {names[register] for register in stored | added if register in names}
