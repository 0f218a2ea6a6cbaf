"""The join of what two paths say of the lifetimes of graphs, of writes and of gradients. Floor 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from retain_lint.domain.autograd_graph import Graph, NodeId, StorageId
from retain_lint.domain.base import changed
from retain_lint.domain.gradients import Contribution, Gradients
from retain_lint.domain.purge import nodes_behind
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import Freed, State, Write

K = TypeVar("K")
V = TypeVar("V")


def join_lifetimes(
    joined: State, state: State, other: State, graph: Graph, find_live: Callable[[State], set[int]]
) -> None:
    """Which nodes are freed or kept, and which storages written: `joined` has what the two share, and takes up the rest. `find_live`
    gives what a path leads to."""
    paths = _Paths(state, other, graph, find_live)
    for number in differing(state.freed, other.freed):
        _put(joined.freed, number, _join_freed([path.freed.get(number) for path in paths.leading_to(number)]))
    for number in differing(state.kept, other.kept):
        _put(joined.kept, number, _join_kept([path.kept.get(number) for path in paths.leading_to(number)]))
    for storage in differing(state.writes, other.writes):
        joined.writes[storage] = _join_writes(storage, state, other)


@dataclass(slots=True)
class _Paths:
    """Two paths, and the nodes that each leads to, gathered when it is first asked for."""

    one: State
    two: State
    graph: Graph
    find_live: Callable[[State], set[int]]
    live: list[tuple[State, set[NodeId]]] = field(default_factory=list)

    def leading_to(self, number: NodeId) -> list[State]:
        """The paths whose say on a node counts: where nothing leads to it on one of them, nobody can run it again there."""
        if not self.live:
            self.live = [
                (self.one, self._find_nodes(self.one, self.two)),
                (self.two, self._find_nodes(self.two, self.one)),
            ]
        return [path for path, nodes in self.live if number in nodes] or [self.one, self.two]

    def _find_nodes(self, path: State, other: State) -> set[NodeId]:
        """What a path leads to; also the nodes that stand for unknown values of it, though only the other one has asked for them."""
        live = self.find_live(path)
        held = (record for address, record in path.heap.items() if address in live)
        named = (other.heap.get(address) for key, address in other.tensors.items() if key not in path.tensors)
        return {node.number for node in nodes_behind(self.graph, (*held, *named))}


def _put(table: dict[K, V], key: K, value: V | None) -> None:
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value


def _join_freed(facts: list[Freed | None]) -> Freed | None:
    known = [freed for freed in facts if freed is not None]
    if not known:
        return None
    first = min(known, key=lambda freed: (freed.time, freed.site))
    certain = len(known) == len(facts) and all(freed.certain for freed in known)
    return Freed(first.site, first.stamp, certain, first.time, first.root)


def _join_kept(facts: list[Kept | None]) -> Kept | None:
    known = [kept for kept in facts if kept is not None]
    return known[0].either(known[1]) if len(known) > 1 else next(iter(known), None)


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
