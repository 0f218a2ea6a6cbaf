"""Loops that keep a window: the newest steps in a list, and every so many iterations an engine call through all of them. Floor 3.

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
from retain_lint.interpreter.effects.escape import weaken_value
from retain_lint.interpreter.effects.name_call_graph import names_in
from retain_lint.interpreter.heap.iterables import Elements, first_elements
from retain_lint.ir.model import (
    Binary,
    Block,
    Call,
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

#: the longest period that is followed
_MAX_PERIOD = 12
#: methods that take an item out of a list or deque
_TAKING = frozenset({"pop", "popleft"})
_TRIMMING = (Const, LoadGlobal, Copy, Unary, GetAttr, Call, SetItem)


def window_elements(m: Analysis, state: State, loop: For, number: int, value: Value) -> Elements | None:
    """The elements of a loop that keeps a window, for two periods; None for any other loop."""
    if ENGINE_WORDS.isdisjoint(names_in(m, loop.body)) or not any(_removes(i) for i in instructions_of(loop.body)):
        return None
    periods = list(_periods(m, state, loop))
    if not periods or not all(isinstance(k, int) and 0 < k <= _MAX_PERIOD for k in periods):
        return None
    return first_elements(m, state, value, number, 2 * max(k for k in periods if isinstance(k, int)))


def _periods(m: Analysis, state: State, loop: For) -> Iterator[object]:
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
        "len" in names_in(m, loop.test)
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
