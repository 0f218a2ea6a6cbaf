"""Methods that a class leaves to subclasses, none of which is known: they raise NotImplementedError, or do nothing, though their
callers go on with what they return. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from retain_lint.domain.heap import InstanceRecord
from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.data_model.attributes import set_attribute
from retain_lint.interpreter.heap.class_methods import NamedMethod, on_receiver
from retain_lint.ir.model import Call, Const, Function, GetAttr, Raise, Return
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Span

_START = Span(1, 0, 1, 0)
#: what a method raises that is there to be overridden
_OPEN = "NotImplementedError"


def find_left_open(methods: Iterable[NamedMethod], run: Sequence[Function]) -> frozenset[str]:
    """The names of those methods of an object that the functions in `run` leave to subclasses and call."""
    own = {x.name: x.function for x in methods if any(x.function is function for function in run)}
    raising = {name for name, function in own.items() if _raises_only(function)}
    idle = {name for name, function in own.items() if _does_nothing(function)}
    used = _used_results(run, idle) if idle else set()
    return frozenset(raising | used)


def leave_open(m: Analysis, state: State, receiver: Value, names: Set[str]) -> None:
    """The object is one of a subclass, of which nobody knows what it does under these names."""
    if isinstance(state.record(receiver), InstanceRecord):
        for name in sorted(names):
            set_attribute(m, state, receiver, name, Symbol(("parameter", "subclass", 0, name)), _START)


def _raises_only(function: Function) -> bool:
    body = function.body.instructions
    return bool(body) and isinstance(body[-1], Raise) and _OPEN in function.mentions


def _does_nothing(function: Function) -> bool:
    """Is there nothing in it, but for a text that describes it, and None that it returns?"""
    body = function.body.instructions
    returned = {i.value for i in body if isinstance(i, Return)}
    constants = all(isinstance(i, (Const, Return)) for i in body)
    given = [i for i in body if isinstance(i, Const) and i.target in returned and i.value is not None]
    return function.kind == "function" and constants and not given


def _used_results(run: Sequence[Function], names: Set[str]) -> set[str]:
    """Those of the methods, called on the first parameter, of whose results a function makes something."""
    return {name for function in run for name in _used_in(function, names)}


def _used_in(function: Function, names: Set[str]) -> Iterable[str]:
    body = list(instructions_of(function.body))
    read_off = (i for i in on_receiver(function, GetAttr) if isinstance(i, GetAttr))
    methods = {i.target: i.name for i in read_off if i.name in names}
    calls = [i for i in body if isinstance(i, Call) and i.function in methods]
    read = {register for i in body for register in reads(i)} if calls else set()
    return [methods[call.function] for call in calls if call.target in read]
