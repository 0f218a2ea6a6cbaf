"""Loops that may go on for longer than they are followed: what they have filled or emptied is of no known length. `while` loops that
never end as far as they are followed (`while queue: queue.pop()`, with many in it), and `for` loops that are known to go on
(`for t in range(n)` behind `if n < 8: return`), or in which every path raises: were they left by no path, all code behind them
would be dead. Floor 3.
"""

from __future__ import annotations

from dataclasses import replace

from retain_lint.domain.base import Base, changed
from retain_lint.domain.call_verdict import Doubt, Reason
from retain_lint.domain.heap import DictRecord, ListRecord
from retain_lint.domain.merge import blur_counters
from retain_lint.domain.plain_data import DATA
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Index, Ref
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.escape import escape_kept
from retain_lint.interpreter.effects.name_call_graph import engine_calls_in
from retain_lint.interpreter.heap.iterables import Elements, assume_done
from retain_lint.interpreter.heap.loop_counters import names_tested
from retain_lint.ir.model import Const, For, While
from retain_lint.ir.operands import reads
from retain_lint.ir.walk import instructions_of


def leave_unfinished(
    m: Analysis, instruction: For | While, loop: int, heads: list[State], done: int, base: Base
) -> list[State]:
    """The paths behind a loop, begun at `base`, that is followed no further than this iteration; none behind `while True`."""
    if isinstance(instruction, While) and _is_constant(instruction):
        return []
    left = [head.fork() for head in heads if head.loops and head.loops[-1] == (loop, done)]
    for state in left:
        state.loops = state.loops[:-1]
        state.leave_picked(loop, False)
        if isinstance(instruction, While):
            _doubt_contents(m, state, instruction)
            open_data(state, base)
        else:
            _doubt_counts(m, state, loop, base)
    return left


def skip(m: Analysis, state: State, elements: Elements) -> list[State]:
    """The path behind a loop that raises, whichever way its first iteration goes: it has none, if that may be. What a generator
    yields then is not asked for, and a loop that the budget has ended may well have some."""
    if m.budget.spent or m.context.function.is_generator:
        return []
    return [state] if assume_done(state, elements, 0) else []


def doubt_later_calls(m: Analysis, state: State, instruction: While) -> None:
    """A loop counts further than it is followed. An engine call of its body that no path has come to (`if count == 5:`) may come
    then, and need what the others of the body retain, or what was retained before."""
    inside = {id(call) for call in engine_calls_in(m, instruction.body)}
    if inside <= {id(site.instruction) for site in m.ledger.sites}:
        return
    frame = state.variables(m.frame)
    named = {name for i in instructions_of(instruction.body) for name in reads(i)}
    escape_kept(m, state, [frame[name] for name in named if name in frame], Reason.UNREACHED)
    for number, site in enumerate(m.ledger.sites):
        if number in m.ledger.retains and id(site.instruction) in inside:
            m.ledger.retains[number].note_escape(Doubt(Reason.UNREACHED))


def _is_constant(instruction: While) -> bool:
    test = instruction.test.instructions
    return bool(test) and all(isinstance(i, Const) for i in test)


def _doubt_contents(m: Analysis, state: State, instruction: While) -> None:
    """What the test asks a container for is gone at last, or has come."""
    frame = state.variables(m.frame)
    tested = [frame[name] for name in names_tested(instruction.test) | {instruction.condition} if name in frame]
    for value in tested:
        if isinstance(value, Ref):
            _open(state, value.address)


def _doubt_counts(m: Analysis, state: State, loop: int, base: Base) -> None:
    """What has counted the iterations of a loop, its index too, has counted more of them, and what it has filled holds more."""
    blur_counters(state, base, m.fresh)
    for name, value in list(state.variables(m.frame).items()):
        if isinstance(value, Index) and value.loop == loop:
            state.registers(m.frame)[name] = m.symbol("value", plain=True)
    for address in [address for address in changed(state.heap, base.heap) if address in base.heap]:
        _open(state, address, data=DATA.fills(state, state.heap[address]))


def open_data(state: State, base: Base) -> None:
    """Lists and dictionaries of data that a loop has changed, begun at `base`, which is left after fewer iterations than it may
    have: not all that is seen need be in them, and more may be. Those of graphs are followed as far as the loop is."""
    for address in [address for address in changed(state.heap, base.heap) if address in base.heap]:
        if DATA.fills(state, state.heap[address]):
            _open(state, address, data=True)


def _open(state: State, address: Address, data: bool = False) -> None:
    record = state.heap.get(address)
    if isinstance(record, ListRecord):
        state.put(address, replace(record, exact=False, partial=True, grown=None))
    elif isinstance(record, DictRecord):
        state.put(address, replace(record, exact=False, data=data and (record.exact or record.data)))
