"""Functions that opaque code is given: it may call them, so that what they change by its name is havocked. Floor 3.

A weak update of constants: of variables, of attributes and of what containers hold. Networks, optimisers and tensors stay what
they are; which graphs such functions may send backward is escaping_functions.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from retain_lint.domain.heap import ClassRecord, DictRecord, InstanceRecord, ListRecord
from retain_lint.domain.state import Frame, State
from retain_lint.domain.value import (
    Address,
    BoundMethod,
    External,
    FunctionValue,
    Known,
    Method,
    Partial,
    Ref,
    Tuple,
    Value,
)
from retain_lint.interpreter.context.analysis import Analysis, Outcome
from retain_lint.interpreter.effects.changed_attributes import read_changed_names
from retain_lint.interpreter.effects.closures import only_keeps
from retain_lint.interpreter.effects.escaping_functions import enclosing_frames, seen_by, with_items
from retain_lint.interpreter.effects.name_call_graph import functions_reached, words_reached
from retain_lint.interpreter.heap.lengths import forget_length
from retain_lint.interpreter.heap.objects import is_module_class, method_order
from retain_lint.interpreter.heap.overwritten_settings import inherited_constants
from retain_lint.ir.model import Function, StoreFree, StoreGlobal
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import FILLERS, LIFETIME_WORDS

#: builtin functions that call no method of what they look at
_LOOKING = frozenset(
    f"builtins.{n}" for n in ("getattr", "setattr", "hasattr", "isinstance", "type", "id", "super", "callable")
)
#: those that run a function for each item, when that is used
_LAZY = frozenset({"builtins.map", "builtins.filter"})
#: methods that register what is called with each forward pass that follows (library/forward_hooks.py)
_MODELLED = frozenset({"register_forward_hook", "register_forward_pre_hook"})
#: special methods that are called once, by a name that is followed
_MAKING = frozenset({"__init__", "__new__", "__post_init__", "__enter__", "__exit__", "__set_name__"})
#: so many values are looked at for functions, and so many objects and containers entered from one
_MOST = 500


@dataclass(frozen=True, slots=True)
class Changes:
    """What a call of a function may change, itself or by what it reaches: the names of `variables` and `attributes` that it sets;
    of those whose containers it may fill (`contents`); and whether it fills any, such as an argument."""

    variables: frozenset[str]
    attributes: frozenset[str]
    contents: frozenset[str]
    fills: bool

    @property
    def any(self) -> bool:
        """Does it change anything at all?"""
        return bool(self.variables or self.attributes) or self.fills


def find_given(m: Analysis, state: State, callee: Value, values: tuple[Value, ...]) -> list[tuple[Value, int]]:
    """The functions of the project among what a callee is given, if it does more than keep them, and the special methods of
    objects: those that change something, each with how often it has run (-1: it is run item by item, as these are used)."""
    given = list(islice(with_items(state, values), _MOST))
    functions: list[Value] = [value for value in given if isinstance(value, (FunctionValue, BoundMethod, Partial))]
    if functions and (only_keeps(state, callee) or isinstance(callee, Method) and callee.name in _MODELLED):
        functions = []
    if not isinstance(callee, External) or callee.name not in _LOOKING:
        functions += [method for value in given for method in _special_methods(state, value)]
    lazy = isinstance(callee, External) and callee.name in _LAZY
    pairs = [(value, bare) for value in functions if (bare := _bare(value)) is not None]
    return [(value, -1 if lazy else m.executed[id(bare)]) for value, bare in pairs if _changes_of(m, bare).any]


def _special_methods(state: State, value: Value) -> Iterator[Value]:
    """The methods of an object that syntax calls, and so whoever has it; a module's are run where it is."""
    record = state.record(value)
    if isinstance(record, InstanceRecord) and not is_module_class(state, record.cls):
        for cls in method_order(state, record.cls):
            named = ((name, held) for name, held in cls.attributes if name[:2] == "__" and name not in _MAKING)
            yield from (BoundMethod(value, held) for _, held in named if isinstance(held, FunctionValue))


def havoc_given(
    m: Analysis, outcomes: list[Outcome], given: list[tuple[Value, int]], values: tuple[Value, ...]
) -> None:
    """Havocs what these functions change, but for those that have run since: a model of a library has called them."""
    unrun = [value for value, runs in given if runs in (-1, m.executed[id(_bare(value))])]
    for outcome in outcomes if unrun else ():
        for value in unrun:
            havoc_changed(m, outcome.state, value, values)


def havoc_changed(m: Analysis, state: State, function: Value, values: tuple[Value, ...]) -> None:
    """Havocs what one function changes of what it sees, and of the values that it may be given."""
    bare = _bare(function)
    changes = None if bare is None else _changes_of(m, bare)
    if bare is not None and changes is not None and changes.any:
        _Havoc(m, state, changes, words_reached(m, bare)).run(function, values)


def _bare(value: Value) -> Function | None:
    while isinstance(value, (BoundMethod, Partial)):
        value = value.function
    return value.function if isinstance(value, FunctionValue) else None


def _changes_of(m: Analysis, function: Function) -> Changes:
    key = (id(function), len(m.program.modules))
    known = m.syntax.changes.get(key)
    if not isinstance(known, Changes):
        known = m.syntax.changes[key] = _find_changes(functions_reached(m, function))
    return known


def _find_changes(functions: list[Function]) -> Changes:
    names = [read_changed_names(function) for function in functions]
    stores = (i.name for f in functions for i in instructions_of(f.body) if isinstance(i, (StoreGlobal, StoreFree)))
    filled = frozenset().union(*(each.filled for each in names))
    fills = bool(filled) or any(not FILLERS.isdisjoint(f.mentions) for f in functions)
    used = frozenset[str]().union(*(each.used for each in names)) if fills else frozenset[str]()
    return Changes(frozenset(stores), frozenset().union(*(each.set for each in names)), filled | used, fills)


@dataclass(slots=True)
class _Havoc:
    """A walk over what a function sees, by the `words` that it reaches."""

    m: Analysis
    state: State
    changes: Changes
    words: frozenset[str]
    met: set[Address] = field(default_factory=set)

    def run(self, function: Value, values: tuple[Value, ...]) -> None:
        """Havocs the variables around it, and what these, its object and the values lead to."""
        bare = function
        while isinstance(bare, (BoundMethod, Partial)):
            bare = bare.function
        pending = [("", value) for value in (*values, *seen_by(self.m, self.state, function))]
        for frame in enclosing_frames(self.m, self.state, bare) if isinstance(bare, FunctionValue) else ():
            self._set_variables(frame)
            pending += [(name, value) for name, value in frame.variables.items() if name in self.words]
        while pending and len(self.met) < _MOST:
            pending += self._enter(*pending.pop())

    def _set_variables(self, frame: Frame) -> None:
        for number, known in list(self.state.frames.items()):
            if known is frame:
                found = {n: v for n, v in frame.variables.items() if n in self.changes.variables}
                self.state.registers(number).update({name: self._doubt(value) for name, value in found.items()})

    def _doubt(self, value: Value) -> Value:
        """A constant that perhaps is another one; a graph, where the function may compute one."""
        if isinstance(value, Tuple):
            return Tuple(tuple(map(self._doubt, value.items)))
        plain = self.words.isdisjoint(LIFETIME_WORDS)
        return self.m.symbol("value", plain=plain) if isinstance(value, Known) else value

    def _enter(self, name: str, value: Value) -> Iterator[tuple[str, Value]]:
        """Havocs what one value holds, under the name that led to it; what it leads to."""
        if isinstance(value, Tuple):
            yield from ((name, item) for item in value.items)
        record = self.state.record(value)
        if not isinstance(value, Ref) or value.address in self.met:
            return
        self.met.add(value.address)
        opened = name in self.changes.contents or not name and self.changes.fills
        if isinstance(record, (InstanceRecord, ClassRecord)):
            held = dict(inherited_constants(self.state, record)) | dict(record.attributes)
            doubted = {n: self._doubt(v) for n, v in held.items() if n in self.changes.attributes}
            attributes = dict(record.attributes) | {n: v for n, v in doubted.items() if v is not held[n]}
            self.state.put(value.address, replace(record, attributes=tuple(attributes.items())))
            yield from ((n, v) for n, v in record.attributes if n in self.words)
        elif isinstance(record, ListRecord):
            if opened:
                forget_length(self.state, value)
                self.state.put(value.address, replace(record, exact=False, partial=True, grown=None))
            yield from (("", item) for item in record.items)
        elif isinstance(record, DictRecord):
            if opened:
                forget_length(self.state, value)
                entries = tuple((key, self._doubt(item)) for key, item in record.items)
                self.state.put(value.address, replace(record, items=entries, exact=False))
            yield from (("", item) for _, item in record.items)
