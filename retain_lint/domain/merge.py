"""How states with equal futures become one. Floor 2. (Those that differ are joined past the budget: join.py.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace

from retain_lint.domain.base import Base, changed
from retain_lint.domain.canonical import Form, is_scalar
from retain_lint.domain.heap import DictRecord, InstanceRecord, ListRecord, Record
from retain_lint.domain.joined_values import BLURRED, SEVERAL
from retain_lint.domain.plain_data import FIGURES
from retain_lint.domain.state import State
from retain_lint.domain.value import Address, Ref, Symbol, Tuple, Value
from retain_lint.domain.value_numbers import Fresh
from retain_lint.domain.zero_sums import name_blurred


def _tell_apart(states: list[State], form: Callable[[State], Form]) -> list[tuple[Hashable, State]]:
    """The states with what is alike for those of equal forms: where the outline or the head of a form tells a state from all
    others, that is enough."""
    forms = [form(state) for state in states]
    outlines = Counter(form.outline for form in forms)
    heads = Counter(form.head for form in forms if outlines[form.outline] > 1)
    return [(_tell(form, outlines, heads), state) for form, state in zip(forms, states, strict=True)]


def _tell(form: Form, outlines: Counter[Hashable], heads: Counter[Hashable]) -> Hashable:
    if outlines[form.outline] == 1:
        return form.outline
    return form.whole() if heads[form.head] > 1 else form.head


def merge_equal(states: list[State], form: Callable[[State], Form]) -> list[State]:
    """One state for each canonical form, in order of first appearance."""
    if len(states) < 2:
        return states
    found: dict[Hashable, State] = {}
    for told, state in _tell_apart(states, form):
        known = found.setdefault(told, state)
        if known is not state:
            absorb(known, state)
    return list(found.values())


def merge_alike(states: list[State], form: Callable[[State], Form], fresh: Callable[[], int]) -> list[State]:
    """One state for each coarse form; where its numbers and data differ they are unknown afterwards."""
    found: dict[Hashable, State] = {}
    for told, state in _tell_apart(states, form):
        known = found.setdefault(told, state)
        if known is not state:
            absorb(known, state)
            blur_counters(known, state, fresh, SEVERAL)
            _blur_data(known, state)
            _blur_attributes(known, state, fresh)
    return list(found.values())


def blur_counters(state: State, other: State | Base, fresh: Callable[[], int], kind: str = BLURRED) -> None:
    """Numbers that differ from `other`, in registers or on objects of the project's classes, become unknown ones, of this kind."""
    for number, frame in list(state.frames.items()):
        theirs = other.frames.get(number)
        if theirs is not None and (blurred := _blur_scalars(frame.variables, theirs.variables, fresh, kind)):
            state.registers(number).update(blurred)
    for address, mine, before in _differing(state, other):
        if isinstance(mine, InstanceRecord) and isinstance(before, InstanceRecord):
            attributes = dict(mine.attributes)
            attributes |= _blur_scalars(attributes, dict(before.attributes), fresh, kind)
            state.heap[address] = replace(mine, attributes=tuple(attributes.items()))


def _differing(state: State, other: State | Base) -> list[tuple[Address, Record, Record]]:
    """The objects that both paths have, and that are not the same in both."""
    addresses = [address for address in changed(state.heap, other.heap) if address in other.heap]
    return [(address, state.heap[address], other.heap[address]) for address in addresses]


def _blur_scalars(
    mine: Mapping[str, Value], theirs: Mapping[str, Value], fresh: Callable[[], int], kind: str
) -> dict[str, Value]:
    """Unknown numbers for those of `mine` that are others in `theirs`."""
    differing = mine is not theirs and mine != theirs
    return {
        name: Symbol((name_blurred(value, theirs.get(name), kind), Fresh(fresh())), plain=True)
        for name, value in (mine.items() if differing else ())
        if is_scalar(value) and theirs.get(name, value) != value
    }


def _blur_data(state: State, other: State) -> None:
    """Lists and dictionaries of data that differ may hold anything."""
    met: set[tuple[Address, Address]] = set()
    for number, frame in state.frames.items():
        registers: Mapping[str, Value] = other.frames[number].variables if number in other.frames else {}
        for name, value in frame.variables.items():
            _blur_pair(state, other, value, registers.get(name, value), met)
    for address, mine, before in _differing(state, other):
        _blur_pair(state, other, Ref(address), Ref(address), met)
        if isinstance(mine, InstanceRecord) and isinstance(before, InstanceRecord):
            attributes = dict(before.attributes)
            for name, value in mine.attributes:
                _blur_pair(state, other, value, attributes.get(name, value), met)


def _blur_attributes(state: State, other: State, fresh: Callable[[], int]) -> None:
    """Attributes and items of what cannot be seen: those of data that differ, or that one path alone has set, are unknown."""
    for key in dict.fromkeys((*state.overlay, *other.overlay)):
        mine, theirs = dict(state.overlay.get(key, ())), dict(other.overlay.get(key, ()))
        if mine == theirs:
            continue  # the very tuple stays, by which it is known as unchanged
        for name in dict.fromkeys((*mine, *theirs)):
            one, two = mine.get(name), theirs.get(name)
            if (
                one != two
                and (one is None or FIGURES.covers(state, one))
                and (two is None or FIGURES.covers(other, two))
            ):
                mine[name] = Symbol((SEVERAL, Fresh(fresh())), plain=True)
        state.overlay[key] = tuple(mine.items())


def _blur_pair(state: State, other: State, mine: Value, theirs: Value, met: set[tuple[Address, Address]]) -> None:
    """Blurs the first of two containers that stand in the same place on two paths, and what lies in them."""
    if not (isinstance(mine, Ref) and isinstance(theirs, Ref)) or (mine.address, theirs.address) in met:
        return
    met.add((mine.address, theirs.address))
    one, two = state.heap.get(mine.address), other.heap.get(theirs.address)
    if one is two or not FIGURES.fills(state, one):
        return
    pairs = _items_in_step(one, two)
    if pairs is None or not all(_is_alike(a, b) for a, b in pairs):
        state.heap[mine.address] = (
            DictRecord(exact=False, data=True) if isinstance(one, DictRecord) else ListRecord((), False)
        )
    else:
        for a, b in pairs:
            _blur_pair(state, other, a, b, met)


def _items_in_step(one: Record | None, two: Record | None) -> list[tuple[Value, Value]] | None:
    """The items of two containers of one kind and length, side by side."""
    if isinstance(one, ListRecord) and isinstance(two, ListRecord):
        same = (one.exact, one.partial, len(one.items)) == (two.exact, two.partial, len(two.items))
        return list(zip(one.items, two.items, strict=True)) if same else None
    if isinstance(one, DictRecord) and isinstance(two, DictRecord):
        same = one.exact == two.exact and [k for k, _ in one.items] == [k for k, _ in two.items]
        return [(a, b) for (_, a), (_, b) in zip(one.items, two.items, strict=True)] if same else None
    return None


def _is_alike(one: Value, two: Value) -> bool:
    """Is it the same constant, or something unknown on both paths, or a container to look into?"""
    if isinstance(one, Tuple) and isinstance(two, Tuple) and len(one.items) == len(two.items):
        return all(_is_alike(a, b) for a, b in zip(one.items, two.items, strict=True))
    return one == two or type(one) is type(two) and isinstance(one, (Symbol, Ref))


def absorb(state: State, other: State) -> None:
    """`other` has the same future: what only explains or weakens verdicts is united."""
    state.condition = state.condition.join(other.condition)
    state.clock = max(state.clock, other.clock)
    state.quiet_since = max(state.quiet_since, other.quiet_since)
    state.updates = max(state.updates, other.updates, key=lambda updates: [time for time, _ in updates][-1:])
    state.picked |= other.picked
    state.crowded |= other.crowded
    if state.unseen_built is not other.unseen_built:
        names = state.unseen_built.keys() | other.unseen_built.keys()
        state.unseen_built = {
            n: state.unseen_built.get(n, frozenset()) | other.unseen_built.get(n, frozenset()) for n in names
        }
    for cause, stamp in other.causes.items():
        state.causes[cause] = max(stamp, state.causes.get(cause, stamp))
