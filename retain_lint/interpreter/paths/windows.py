"""Loops that gather steps in a list, and go through them with the engine every so many iterations: the newest ones (a window),
or as soon as there are so many. Floor 3.

Which graphs the engine meets there depends on how many iterations lie between two of its calls: none stands for another, so they
are followed one by one, by their numbers, until there were two such calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from retain_lint.domain.assume import resolve
from retain_lint.domain.heap import InstanceRecord, ListRecord, lookup
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Ref, Tuple, Value
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.registers import read
from retain_lint.interpreter.effects.calling_names import is_called_by
from retain_lint.interpreter.effects.escape import weaken_value
from retain_lint.interpreter.effects.name_call_graph import functions_seen, lifetime_names, names_in
from retain_lint.interpreter.heap.iterables import Elements, first_elements
from retain_lint.ir.model import (
    Binary,
    Block,
    Call,
    Compare,
    Const,
    Copy,
    For,
    GetAttr,
    Instruction,
    LoadGlobal,
    SetItem,
    Unary,
    While,
)
from retain_lint.ir.operands import writes
from retain_lint.ir.walk import instructions_of
from retain_lint.torch_api.vocabulary import ENGINE_WORDS

#: the longest period that is followed, and the longest list until which is
_MAX_PERIOD = 12
_MAX_GATHERED = 6
#: methods that take an item out of a list or deque
_TAKING = frozenset({"pop", "popleft"})
_TRIMMING = (Const, LoadGlobal, Copy, Unary, GetAttr, Call, SetItem)


def window_elements(m: Analysis, state: State, loop: For, number: int, value: Value) -> Elements | None:
    """The elements of a loop that gathers steps, for two periods; None for any other loop."""
    if ENGINE_WORDS.isdisjoint(names_in(loop.body)):
        period = _gathered_by_callee(m, loop)
    else:
        period = _window_period(m, state, loop) or _gathered(m, state, loop)
    return first_elements(m, state, value, number, 2 * period) if period else None


def _window_period(m: Analysis, state: State, loop: For) -> int:
    if not any(_removes(i) for i in instructions_of(loop.body)):
        return 0
    periods = list(_divisors(m, state, loop))
    return max((k for k in periods if isinstance(k, int)), default=0) if all(map(_is_short, periods)) else 0


def _is_short(period: object) -> bool:
    return isinstance(period, int) and 0 < period <= _MAX_PERIOD


def _gathered(m: Analysis, state: State, loop: For) -> int:
    """How many items a list has when a branch is taken (`if len(losses) == 4`); 0 where that is not known, or nothing is
    appended."""
    if "append" not in names_in(loop.body):
        return 0
    numbers = (resolve(state, _value_of(m, state, register, made)) for register, made in _lengths_asked(loop.body))
    return next(filter(None, map(_gathered_until, numbers)), 0)


def _gathered_by_callee(m: Analysis, loop: For) -> int:
    """The same of a function of the project that the loop calls, where the number is written out."""
    names = names_in(loop.body)
    if names.isdisjoint(lifetime_names(m)):
        return 0
    callees = [f for f in functions_seen(m) if is_called_by(f, names)]
    asking = [
        f for f in callees if f.mentions.issuperset(("len", "append")) and not ENGINE_WORDS.isdisjoint(f.mentions)
    ]
    found = (made.get(register) for f in asking for register, made in _lengths_asked(f.body))
    numbers = (Known(i.value) for i in found if isinstance(i, Const))
    return next(filter(None, map(_gathered_until, numbers)), 0)


def _gathered_until(number: Value) -> int:
    known = number.value if isinstance(number, Known) else None
    return known if isinstance(known, int) and 1 < known <= _MAX_GATHERED else 0


def _lengths_asked(block: Block) -> Iterator[tuple[str, dict[str, Instruction]]]:
    """What the lengths of lists are compared with, and by which instruction each register was written before."""
    made: dict[str, Instruction] = {}
    for i in instructions_of(block):
        if isinstance(i, Compare) and i.op in ("==", ">=") and _is_length(i.left, made):
            yield i.right, made
        made.update(dict.fromkeys(writes(i), i))


def _is_length(register: str, made: dict[str, Instruction]) -> bool:
    """Is it the length of something that has a name: not of what a call gives (`len(batch.size())`), nor of a shape?"""
    call = made.get(register)
    if not isinstance(call, Call) or len(call.arguments) != 1:
        return False
    function, measured = made.get(call.function), made.get(call.arguments[0].value)
    named = not isinstance(measured, Call) and not (isinstance(measured, GetAttr) and measured.name == "shape")
    return named and isinstance(function, LoadGlobal) and function.name == "len"


def _divisors(m: Analysis, state: State, loop: For) -> Iterator[object]:
    """What the loop's index is divided by for a remainder, where it is known; None where it is not."""
    made: dict[str, Instruction] = {}
    of_index = {loop.item}
    for i in instructions_of(loop.body):
        made.update(dict.fromkeys(writes(i), i))
        if isinstance(i, Binary) and i.op == "%" and i.left in of_index:
            divisor = resolve(state, _value_of(m, state, i.right, made))
            yield divisor.value if isinstance(divisor, Known) else None
        elif not of_index.isdisjoint(_handed_on(i)):
            of_index.update(writes(i))


def _handed_on(i: Instruction) -> tuple[str, ...]:
    """The registers whose number, or that number and more, an instruction gives a name."""
    if isinstance(i, Binary):
        return (i.left, i.right) if i.op in ("+", "-") else ()
    source = getattr(i, "source", None)
    return (source,) if isinstance(source, str) else ()


def _value_of(m: Analysis, state: State, register: str, made: dict[str, Instruction]) -> Value:
    """What a register will hold: a constant, a variable, or an attribute of one."""
    i = made.get(register)
    if isinstance(i, Const):
        return Known(i.value)
    if isinstance(i, GetAttr) and i.object not in made:
        record = state.record(resolve(state, read(m, state, i.object)))
        held = lookup(record.attributes, i.name) if isinstance(record, InstanceRecord) else None
        return held or Known(None)
    return Known(None) if i is not None else read(m, state, register)


def is_trimming(m: Analysis, loop: While) -> bool:
    """Does a loop do nothing but take items out of what it measures (`while len(states) > n: del states[0]`)? Mostly one is
    too many, or none."""
    body = loop.body.instructions
    return (
        "len" in names_in(loop.test)
        and all(isinstance(i, _TRIMMING) for i in body)
        and any(_removes(i) for i in body)
        and not _calls_others(loop.body)
    )


def doubt_trimmed(m: Analysis, state: State, loop: While) -> None:
    """What is measured has as many items as are too many for nobody knows which number: each may be gone."""
    for i in loop.test.instructions:
        value = read(m, state, i.arguments[0].value) if isinstance(i, Call) and i.arguments else None
        record = None if value is None else state.record(value)
        if isinstance(value, Ref) and isinstance(record, ListRecord):
            state.put(value.address, replace(record, items=tuple(_weakened(m, state, item) for item in record.items)))


def _weakened(m: Analysis, state: State, item: Value) -> Value:
    if isinstance(item, Tuple):
        return Tuple(tuple(_weakened(m, state, part) for part in item.items))
    return weaken_value(m, state, item)


def _removes(i: Instruction) -> bool:
    """Does it take an item out of a container, or name the method that does?"""
    return isinstance(i, SetItem) and i.source is None or isinstance(i, GetAttr) and i.name in _TAKING


def _calls_others(body: Block) -> bool:
    taking = {i.target for i in body.instructions if isinstance(i, GetAttr) and i.name in _TAKING}
    return any(isinstance(i, Call) and i.function not in taking for i in body.instructions)
