"""The join of what two paths say of the lifetimes of graphs, of writes and of gradients. Floor 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from retain_lint.domain.autograd_graph import StorageId
from retain_lint.domain.base import changed
from retain_lint.domain.gradients import Contribution, Gradients
from retain_lint.domain.state import Freed, State, Write

K = TypeVar("K")


def join_lifetimes(joined: State, state: State, other: State) -> None:
    """Which nodes are freed or kept, and which storages written: `joined` has what the two share, and takes up the rest."""
    for number in differing(state.freed, other.freed):
        one, two = state.freed.get(number), other.freed.get(number)
        certain = one is not None and two is not None and one.certain and two.certain
        first = min([f for f in (one, two) if f is not None], key=lambda freed: (freed.time, freed.site))
        joined.freed[number] = Freed(first.site, first.stamp, certain, first.time, first.root)
    for number in changed(other.kept, state.kept):
        kept = other.kept[number]
        mine = joined.kept.get(number, kept)
        joined.kept[number] = mine.either(kept)
    for storage in differing(state.writes, other.writes):
        joined.writes[storage] = _join_writes(storage, state, other)


def differing(mine: Mapping[K, object], theirs: Mapping[K, object]) -> dict[K, None]:
    """The keys under which either has another object than the other, in their order."""
    return dict.fromkeys((*changed(mine, theirs), *changed(theirs, mine)))


def _join_writes(storage: StorageId, state: State, other: State) -> Write:
    one, two = state.writes.get(storage), other.writes.get(storage)
    if one is not None and two is not None and one == two:
        return one
    written = [write for write in (one, two) if write is not None]
    last = max(written, key=lambda write: write.version)
    certain = min(one.certain if one else 0, two.certain if two else 0)
    return Write(last.version, last.event, certain, last.by_step, all(write.silent for write in written))


def join_gradients(joined: State, state: State, other: State) -> None:
    """What the leaves have received. A contribution is certain only if both paths have it alike: times that are equal may be
    those of other calls."""
    for leaf in differing(state.gradients, other.gradients):
        joined.gradients[leaf] = _join_contributions(state.gradients.get(leaf, ()), other.gradients.get(leaf, ()))
    for time, steps in other.steps.items():
        joined.steps[time] = tuple(dict.fromkeys((*joined.steps.get(time, ()), *steps)))


def _join_contributions(mine: Gradients, theirs: Gradients) -> Gradients:
    if mine == theirs and [c.parted for c in mine] == [c.parted for c in theirs]:
        return mine
    rows: dict[tuple[int, int], Contribution] = {}
    common = frozenset(mine).intersection(theirs)
    for contribution in (*mine, *theirs):
        place = contribution.time, contribution.site
        known = rows.get(place, contribution)
        consumers, read = known.consumers | contribution.consumers, known.read or contribution.read
        certain = contribution.certain and contribution in common
        parted = known.parted & contribution.parted
        rows[place] = Contribution(contribution.site, contribution.time, consumers, read, certain, parted)
    return tuple([rows[place] for place in sorted(rows)])
