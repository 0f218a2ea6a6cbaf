"""How states meet: those with equal futures become one, and past the disjunct budget the surplus is joined. Floor 2.

Nothing is dropped and nothing guessed: what two joined states do not agree on becomes MAYBE, which no verdict rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from retain_lint.domain.autograd_graph import StorageId
from retain_lint.domain.canonical import Fresh, is_scalar
from retain_lint.domain.heap import Record, TensorRecord
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import Frame, Freed, Kept, State, Write
from retain_lint.domain.value import Address, Key, Symbol, Value


def merge_equal(states: list[State], form: Callable[[State], Hashable]) -> list[State]:
    """One state for each canonical form, in order of first appearance."""
    if len(states) < 2:
        return states
    found: dict[Hashable, State] = {}
    for state in states:
        known = found.setdefault(form(state), state)
        if known is not state:
            absorb(known, state)
    return list(found.values())


def merge_alike(states: list[State], form: Callable[[State], Hashable], fresh: Callable[[], int]) -> list[State]:
    """One state for each coarse form; registers whose numbers differ hold an unknown number afterwards."""
    found: dict[Hashable, State] = {}
    for state in states:
        known = found.setdefault(form(state), state)
        if known is not state:
            absorb(known, state)
            for number, frame in known.frames.items():
                _blur_scalars(frame, state.frames.get(number), fresh)
    return list(found.values())


def _blur_scalars(frame: Frame, other: Frame | None, fresh: Callable[[], int]) -> None:
    if other is None or other.variables == frame.variables:
        return
    for name, value in frame.variables.items():
        theirs = other.variables.get(name, value)
        if theirs != value and is_scalar(value):
            frame.variables[name] = Symbol(("blurred", Fresh(fresh())), plain=True)


def absorb(state: State, other: State) -> None:
    """`other` has the same future: what only explains or weakens verdicts is united."""
    state.condition = state.condition.join(other.condition)
    state.clock = max(state.clock, other.clock)
    state.quiet_since = max(state.quiet_since, other.quiet_since)
    for site, stamp in other.causes.items():
        state.causes[site] = max(stamp, state.causes.get(site, stamp))


def join_states(state: State, other: State, fresh: Callable[[], int]) -> State:
    """An upper bound of both: whatever they do not agree on is unknown in it."""
    joined = state.fork()
    absorb(joined, other)
    for number, frame in other.frames.items():
        mine = joined.frames.get(number)
        joined.frames[number] = frame.copy() if mine is None else _join_frames(mine, frame, fresh)
    for address, record in other.heap.items():
        joined.heap[address] = _join_records(joined.heap.get(address, record), record)
    for key, pairs in other.overlay.items():
        joined.overlay[key] = tuple(dict((*joined.overlay.get(key, ()), *pairs)).items())
    _join_names(joined.tensors, other.tensors)
    _join_names(joined.leaves, other.leaves)
    _join_lifetimes(joined, state, other)
    _join_gradients(joined, other)
    joined.grad_mode = state.grad_mode.join(other.grad_mode)
    joined.unknown_reach |= other.unknown_reach
    joined.engine_ran |= other.engine_ran
    joined.cured |= other.cured
    return joined


def _join_frames(mine: Frame, theirs: Frame, fresh: Callable[[], int]) -> Frame:
    names = mine.variables.keys() | theirs.variables.keys()
    return Frame(
        {n: _join_values(mine.variables.get(n), theirs.variables.get(n), fresh) for n in sorted(names)}, mine.parent
    )


def _join_values(one: Value | None, two: Value | None, fresh: Callable[[], int]) -> Value:
    if one is not None and (one == two or two is None):
        return one
    if one is None and two is not None:
        return two
    plain = isinstance(one, Symbol) and isinstance(two, Symbol) and one.plain and two.plain
    return Symbol(("joined", Fresh(fresh())), plain)


def _join_records(one: Record, two: Record) -> Record:
    if one == two:
        return one
    if isinstance(one, TensorRecord) and isinstance(two, TensorRecord) and one.node == two.node:
        return TensorRecord(
            one.node,
            one.requires_grad.join(two.requires_grad),
            one.storage,
            one.name,
            one.leaf,
            one.opaque,
            one.base,
            one.parent,
            one.parameter,
        )
    if isinstance(one, TensorRecord) and isinstance(two, TensorRecord):
        return TensorRecord(None, Ternary.MAYBE, one.storage, one.name, opaque=True)
    return one


def _join_names(mine: dict[Key, Address], theirs: dict[Key, Address]) -> None:
    for key, address in theirs.items():
        mine.setdefault(key, address)


def _join_lifetimes(joined: State, state: State, other: State) -> None:
    for number in state.freed.keys() | other.freed.keys():
        one, two = state.freed.get(number), other.freed.get(number)
        known = one or two
        if known is not None:
            certain = one is not None and two is not None and one.certain and two.certain
            joined.freed[number] = Freed(known.site, known.stamp, certain, known.time)
    for number, kept in other.kept.items():
        mine = joined.kept.get(number, kept)
        joined.kept[number] = Kept(mine.sites | kept.sites, max(mine.time, kept.time))
    for storage in state.writes.keys() | other.writes.keys():
        joined.writes[storage] = _join_writes(storage, state, other)


def _join_writes(storage: StorageId, state: State, other: State) -> Write:
    one, two = state.writes.get(storage), other.writes.get(storage)
    if one is not None and two is not None and one == two:
        return one
    last = max((w for w in (one, two) if w is not None), key=lambda w: w.version)
    certain = min(one.certain if one else 0, two.certain if two else 0)
    return Write(last.version, last.event, certain, last.by_step, last.silent)


def _join_gradients(joined: State, other: State) -> None:
    for leaf, contributions in other.gradients.items():
        mine = joined.gradients.get(leaf, ())
        joined.gradients[leaf] = (*mine, *(c for c in contributions if c not in mine))
    for time, steps in other.steps.items():
        joined.steps[time] = tuple(dict.fromkeys((*joined.steps.get(time, ()), *steps)))
