"""The methods of a class: which there are, which others they mention, what they read and set. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retain_lint.domain.state import State
from retain_lint.domain.value import FunctionValue
from retain_lint.interpreter.heap.objects import method_order
from retain_lint.ir.item_stores import find_stored_into
from retain_lint.ir.model import Function, GetAttr, GetItem, MakeClass, MakeFunction, SetAttr
from retain_lint.ir.walk import instructions_of
from retain_lint.project.loader import LoadedModule

#: the names of first parameters that stand for the object or the class
_RECEIVERS = frozenset("cls ctx instance klass mcs me obj s self this".split())


@dataclass(frozen=True, slots=True)
class NamedMethod:
    """An attribute of a class that can be called; `function` is the one written under that name, below its decorators."""

    name: str
    value: FunctionValue
    function: Function


def methods_of(state: State, address: int, loaded: LoadedModule) -> list[NamedMethod]:
    """The methods of a class, and after them those of its bases, overridden ones too. Those of a class that only gathers functions
    are called on the class, and bound to nothing."""
    written = {function.qualname: function for function in loaded.module.functions}
    found = [
        NamedMethod(name, value, written.get(f"{record.name}.{name}", value.function))
        for record in method_order(state, address)
        for name, value in record.attributes
        if isinstance(value, FunctionValue)
    ]
    return found if any(map(_is_bound, found)) else [_unbind(method) for method in found]


def _is_bound(method: NamedMethod) -> bool:
    """Does Python call it itself, or is its first parameter named as the object, or the class, is?"""
    first = next(iter(method.value.function.parameters), None)
    named = first is not None and (first.name.lstrip("_") in _RECEIVERS or first.kind == "star")
    return method.name.startswith("__") or named and method.value.wrapper != "classmethod"


def _unbind(method: NamedMethod) -> NamedMethod:
    return replace(method, value=replace(method.value, wrapper=method.value.wrapper or "staticmethod"))


def functions_of(state: State, address: int) -> list[Function]:
    """The functions that are attributes of a class and of its bases, overridden ones too, and what properties are set by."""
    values = [value for record in method_order(state, address) for _, value in record.attributes]
    functions = [value for value in values if isinstance(value, FunctionValue)]
    return [f.function for value in functions for f in (value, value.setter) if f is not None]


def classes_in(loaded: LoadedModule | None) -> list[MakeClass]:
    """The classes that a file's own code makes; none of a file that could not be loaded."""
    return [i for i in instructions_of(loaded.module.body.body) if isinstance(i, MakeClass)] if loaded else []


def reached_from(methods: list[NamedMethod], start: str) -> list[Function]:
    """The methods of that name, overridden ones too, and those that they mention, and so on."""
    found: list[Function] = []
    pending = [start]
    for name in pending:
        functions = [x.function for x in methods if x.name == name]
        found += functions
        mentioned = {mention for function in functions for mention in function.mentions - _asked_of_parts(function)}
        pending += sorted({x.name for x in methods if x.name in mentioned}.difference(pending))
    return found


def _asked_of_parts(function: Function) -> set[str]:
    """The names that a method takes of its object's attributes alone: the `step` of `self.optimizer.step()` is none of its own
    methods. What functions inside it mention they may take of whatever."""
    instructions = list(instructions_of(function.body))
    if not function.parameters or any(isinstance(i, MakeClass) for i in instructions):
        return set()
    inside = {name for i in instructions if isinstance(i, MakeFunction) for name in i.function.mentions}
    taken = [i for i in instructions if isinstance(i, GetAttr)]
    own = {i.target for i in taken if i.object == function.parameters[0].name}
    own |= {i.target for i in instructions if isinstance(i, GetItem) and i.object in own}
    return {i.name for i in taken if i.object in own} - {i.name for i in taken if i.object not in own} - inside


def own_attributes(functions: list[Function], kind: type[GetAttr | SetAttr]) -> set[str]:
    """The names of the attributes of their first parameter that methods read or set."""
    return {instruction.name for function in functions for instruction in on_receiver(function, kind)}


def attributes_looked_at(functions: list[Function]) -> set[str]:
    """The names of the attributes of their first parameter that methods read, but for those in which they only store items."""
    names: set[str] = set()
    for function in functions:
        filled = find_stored_into(tuple(instructions_of(function.body)))
        names |= {i.name for i in on_receiver(function, GetAttr) if isinstance(i, GetAttr) and i.target not in filled}
    return names


def read_unset(functions: list[Function]) -> frozenset[str]:
    """The names of the attributes of their first parameter that some method reads and does not set."""
    return frozenset[str]().union(*(attributes_looked_at([f]) - own_attributes([f], SetAttr) for f in functions))


def on_receiver(function: Function, kind: type[GetAttr | SetAttr]) -> Iterator[GetAttr | SetAttr]:
    """The instructions of that kind on the first parameter."""
    for instruction in instructions_of(function.body) if function.parameters else ():
        if isinstance(instruction, kind) and instruction.object == function.parameters[0].name:
            yield instruction
