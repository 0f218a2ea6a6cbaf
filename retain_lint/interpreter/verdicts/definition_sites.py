"""A detach() where a tensor gets its name: for tensors that autograd.grad differentiates by, which have to stay the very
same. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.graph_cuts import find_ends
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.value import Address
from retain_lint.frontend.snippets import one_line
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.verdicts.program_points import names_given
from retain_lint.source import Location


def find_definition(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> Event | None:
    """The expression that makes the one tensor by which unwanted gradients go, if autograd.grad differentiates by it; what it
    makes may not be trained by any other call."""
    places: set[Event | None] = set()
    for roots, leaves in m.ledger.reaches.get(site, []):
        if wasted & frozenset(leaves):
            ends = find_ends(m.graph, roots, wasted & frozenset(leaves), consumed & frozenset(leaves))
            places |= {_definition_of(m, roots, end) for end in ends} or {None}
    place = places.pop() if len(places) == 1 else None
    return None if place is None or _trains(m, site, place) else place


def _definition_of(m: Analysis, roots: tuple[NodeId, ...], end: NodeId) -> Event | None:
    """Where the node, or the one that alone it is made of, gets its name, if autograd.grad differentiates by it."""
    inputs: tuple[NodeId, ...] = (end,)
    while len(inputs) == 1 and inputs[0] not in m.ledger.differentiated:
        inputs = m.graph[inputs[0]].inputs
    found = () if len(inputs) != 1 else _definitions(m, roots, inputs[0])
    return next(iter(found), None)


def _definitions(m: Analysis, roots: tuple[NodeId, ...], node: NodeId) -> Iterator[Event]:
    """The right sides of assignments to the names under which a node is handed on, in the functions that do so."""
    source, built = m.program.sources[m.program.main], m.graph[node].built
    for used in (event for n in m.graph.reach(roots) for child, events in n.uses if child == node for event in events):
        place = _seen_from(used.calls, built)
        if place is None or place.path != source.path or used.location.path != source.path:
            continue
        if used.text in tuple(names_given(m, source.path, source.span_of(place))):
            yield Event(EventKind.BOUNDARY, place, one_line(source.slice(source.span_of(place))), used.calls)


def _seen_from(calls: tuple[Location, ...], built: Event) -> Location | None:
    """The expression of the function reached by these calls that leads to where a node is made."""
    ways = (*built.calls, built.location)
    return ways[len(calls)] if ways[: len(calls)] == calls else None


def _trains(m: Analysis, site: SiteId, place: Event) -> bool:
    """Has another engine call trained what the expression at this place is made of, through it?"""
    for other, samples in m.ledger.reaches.items():
        used = m.ledger.consumed_leaves(other)
        for roots, leaves in samples if other != site else ():
            made = [
                n.number
                for n in m.graph.reach(roots)
                if place.location == n.built.location or place.location in n.built.calls
            ]
            if any(node.leaf in used and node.leaf in leaves for node in m.graph.reach(made)):
                return True
    return False
