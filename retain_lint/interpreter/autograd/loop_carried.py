"""Where the graph that an engine call enters again stands to the loops that run: what carried it there, and what would have to
move into the loop. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from retain_lint.domain.autograd_graph import GradNode, LoopStamp, NodeId
from retain_lint.domain.canonical import is_older
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event, expression_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.state import State
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.source import Location


def crossed_loop(stamp: LoopStamp, loops: LoopStamp) -> int | None:
    """The depth of the outermost running loop in whose iteration a node was not made; None: it was made in this iteration
    of all of them."""
    for depth, now in enumerate(loops):
        if depth >= len(stamp) or stamp[depth] != now:
            return depth
    return None


def is_before_loop(stamp: LoopStamp, loops: LoopStamp) -> bool:
    """Was a node made before the loop that lies between, if one does, by whatever loop of its own?"""
    depth = crossed_loop(stamp, loops)
    return depth is not None and (depth >= len(stamp) or stamp[depth][0] != loops[depth][0])


def crosses_iteration(stamp: LoopStamp, loops: LoopStamp, same_site: bool) -> bool:
    """Was a node made in an earlier iteration of a running loop, or (for a call that meets itself) before that loop?"""
    return crossed_loop(stamp, loops) is not None and (same_site or not is_before_loop(stamp, loops))


def is_carried_by_outer(stamp: LoopStamp, freed: LoopStamp, loops: LoopStamp) -> bool:
    """Did an outer loop carry a graph over to where an inner loop goes through it again and again?"""
    made, released = crossed_loop(stamp, loops), crossed_loop(freed, loops)
    return made is not None and released is not None and made < released and not is_before_loop(stamp, loops)


def find_entrance(
    m: Analysis, state: State, reached: Iterable[NodeId], old: frozenset[NodeId], freed: LoopStamp
) -> tuple[Event | None, bool]:
    """The expression by which this iteration's graph takes in an older one: where a detach() would stand, unless (True) a loop
    of its own repeats it, or it would cut off what iterations have built since that in which those nodes were freed."""
    for event, child, repeated in _entrances(m, state, reached, old):
        return event, repeated or _leads_through_kept(m, state, child, old, freed)
    return None, False


def find_only_entrance(m: Analysis, state: State, reached: Iterable[NodeId], old: frozenset[NodeId]) -> Event | None:
    """The expression, if it is a single one, by which this iteration's graph takes in an older one."""
    found = {event for event, _, _ in _entrances(m, state, reached, old)}
    return found.pop() if len(found) == 1 else None


def _entrances(
    m: Analysis, state: State, reached: Iterable[NodeId], old: frozenset[NodeId]
) -> Iterator[tuple[Event, NodeId, bool]]:
    """The expressions, with the node of the older graph, and whether a loop of its own repeats it."""
    reached = tuple(reached)
    leading = m.graph.leads_to(reached, old)
    for number in reached:
        node = m.graph[number]
        if number not in old and not is_older(node.stamp, state.loops):
            for child, events in node.uses:
                if events and child in leading and is_older(m.graph[child].stamp, state.loops):
                    inner = len(node.stamp) > len(state.loops)
                    yield events[0], child, inner and _hands_on_newer(m, state, reached, events[0])


def _hands_on_newer(m: Analysis, state: State, reached: Iterable[NodeId], event: Event) -> bool:
    """Does an expression that an inner loop repeats hand on what this iteration has built as well? What takes the items of a
    container one by one is cured by what the container holds."""
    here = expression_of(event)
    return event.location in m.facts.holders or any(
        here in map(expression_of, events) and not is_older(m.graph[child].stamp, state.loops)
        for number in reached
        for child, events in m.graph[number].uses
    )


def _leads_through_kept(m: Analysis, state: State, top: NodeId, old: frozenset[NodeId], freed: LoopStamp) -> bool:
    """Does a node lead to freed ones through others of later iterations that have saved something and are kept?"""
    seen, pending = {top}, [top]
    while pending:
        number = pending.pop()
        if number in old:
            continue
        node = m.graph[number]
        if node.holds is Ternary.YES and number not in state.freed and is_older(freed, node.stamp):
            return True
        fresh = [child for child in node.inputs if child not in seen]
        seen.update(fresh)
        pending += fresh
    return False


def is_trained_anew(m: Analysis, loops: LoopStamp, reached: Iterable[NodeId], leaves: Iterable[Address]) -> bool:
    """Does what this iteration has built lead to all of these leaves that are trained, by ways of its own?"""
    trained = m.ledger.owners.keys() & set(leaves)
    return bool(trained) and trained <= _met_by(m, (n for n in reached if not is_older(m.graph[n].stamp, loops)))


def is_only_way(m: Analysis, reached: Iterable[NodeId], freed: Set[NodeId], leaves: Iterable[Address]) -> bool:
    """Does nothing but what was freed, and what lies below it, lead to these of the leaves that are trained?"""
    trained = m.ledger.owners.keys() & set(leaves)
    return bool(trained) and _met_by(m, _outside(m, set(reached), freed)).isdisjoint(trained)


def _outside(m: Analysis, reached: Set[NodeId], freed: Set[NodeId]) -> Iterator[NodeId]:
    """The reached nodes to which a way leads that goes through no freed one."""
    fed = {child for number in reached for child in m.graph[number].inputs}
    seen = reached - fed - freed
    pending = list(seen)
    while pending:
        number = pending.pop()
        yield number
        fresh = (reached & set(m.graph[number].inputs)) - freed - seen
        seen |= fresh
        pending.extend(fresh)


def _met_by(m: Analysis, nodes: Iterable[NodeId]) -> set[Address | None]:
    """The leaves that these nodes take in themselves."""
    return {m.graph[child].leaf for number in nodes for child in m.graph[number].inputs}


def find_buffer(
    m: Analysis, reached: Sequence[NodeId], old: frozenset[NodeId], leaves: Iterable[Address]
) -> SiteId | None:
    """The call that fills the list by which older graphs are carried over, if nothing but what is in it leads to those of the
    leaves that are trained: the list is to be emptied, since there is nothing to detach."""
    trained = m.ledger.owners.keys() & set(leaves)
    for site in sorted({m.facts.buffered[number] for number in reached if number in m.facts.buffered}):
        held = {node.number for node in m.graph.reach(n for n, filled in m.facts.buffered.items() if filled == site)}
        met = _met_by(m, (number for number in reached if number not in held))
        if old <= held and met.isdisjoint(trained):
            return site
    return None


def find_places_to_move(m: Analysis, loops: LoopStamp, nodes: list[GradNode]) -> tuple[tuple[Location, ...], bool]:
    """The places where nodes older than the loop are made, as seen from the function in which the loop stands; do they
    stand apart from it, in other functions?"""
    found: dict[Location, bool] = {}
    for node in nodes:
        depth = crossed_loop(node.stamp, loops)
        if depth is not None and is_before_loop(node.stamp, loops):
            place, apart = _seen_from_loop(m, loops[depth][0], node.built)
            found[place] = apart
    places = sorted(found, key=lambda place: (place.path, place.cell or 0, place.span.start_line))
    lines = {(place.path, place.cell, place.span.start_line): place for place in places}
    return tuple(lines.values()), any(found.values())


def _seen_from_loop(m: Analysis, loop: int, built: Event) -> tuple[Location, bool]:
    """The statement that leads to where a node is made; where that would make an object anew, the very place."""
    if loop not in m.loops.calls:
        return built.location, True
    outer, ways = m.loops.calls[loop], (*built.calls, built.location)
    depth = next((at for at, (one, other) in enumerate(zip(ways, outer, strict=False)) if one != other), len(outer))
    if not m.loops.constructions.isdisjoint(ways[depth:]):
        return built.location, True
    return ways[depth], depth < len(outer)
