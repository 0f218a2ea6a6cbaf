"""Gradients that are thrown away, and where a detach() keeps them out. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.autograd_graph import Edge, NodeId
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.graph_cuts import (
    Crossing,
    find_barriers,
    find_crossings,
    find_severed,
    find_unavoidable,
    places_of,
    reach_without,
)
from retain_lint.domain.history import Event, Expression, expression_of
from retain_lint.domain.joined_values import is_lost
from retain_lint.domain.value import Address
from retain_lint.interpreter.autograd.backward import MAX_SAMPLES
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Contributed, Fate, Ledger
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.interpreter.heap.objects import is_handed_in, may_be_another
from retain_lint.interpreter.verdicts.definition_sites import find_definition
from retain_lint.interpreter.verdicts.kept_in_memory import find_lower
from retain_lint.interpreter.verdicts.ownership import owners_of
from retain_lint.interpreter.verdicts.program_points import place_of, subject
from retain_lint.source import Location


def _fate_sets(ledger: Ledger, site: SiteId) -> dict[Address, Contributed]:
    return ledger.contributions.get(site, {})


def split_leaves(m: Analysis, site: SiteId) -> tuple[set[Address], set[Address]]:
    """The leaves in which a call's gradients are always thrown away, and those in which they are, or may be, used. What
    nobody owns or reads counts as wasted in a module's parameters, but not in other tensors (interpolated samples)."""
    wasted: set[Address] = set()
    consumed: set[Address] = set()
    for leaf, contributed in _fate_sets(m.ledger, site).items():
        if not contributed.fates:
            continue
        if (
            Fate.DISCARDED in contributed.fates
            and contributed.fates <= {Fate.DISCARDED, Fate.PENDING}
            or contributed.fates == {Fate.PENDING}
            and not owners_of(m, leaf)
            and not m.ledger.unknown_ownership
            and contributed.parameter
            and not may_be_another(m, leaf)
            and not is_handed_in(m, leaf)
        ):
            if contributed.required:  # where the flag is in doubt there may be no gradients to throw away
                wasted.add(leaf)
        elif contributed.parameter or contributed.fates != {Fate.PENDING}:
            consumed.add(leaf)
    for own, group in m.ledger.coupled.get(site, ()):
        if not group <= wasted:  # what the others are scaled by is used
            consumed |= wasted & own
            wasted -= own
    return wasted, consumed


def _boundaries(
    m: Analysis,
    site: SiteId,
    wasted: frozenset[Address],
    consumed: frozenset[Address],
    barred: frozenset[Expression],
) -> tuple[Event, ...]:
    """The expressions to detach, when every execution that was looked at has some. Options of helpers in other files, each
    of which would have to be mended for itself, are not told here."""
    samples = _crossings_by_sample(m, site, wasted, consumed, barred)
    if not samples or not all(samples):
        return ()
    places = places_of(crossing for crossings in samples for crossing in crossings)
    shared = set.intersection(*({expression_of(c.place) for c in crossings} for crossings in samples))
    return places if shared or all(_stands_here(m, place) for place in places) else ()


def _crossings_by_sample(
    m: Analysis,
    site: SiteId,
    wasted: frozenset[Address],
    consumed: frozenset[Address],
    barred: frozenset[Expression] = frozenset(),
) -> list[tuple[Crossing, ...]]:
    return [
        find_crossings(m.graph, roots, wasted & frozenset(leaves), consumed & frozenset(leaves), barred)
        for roots, leaves in m.ledger.reaches.get(site, [])
        if wasted & frozenset(leaves)
    ]


def find_place(m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]) -> Event | None:
    """The one expression to detach."""
    barriers = find_barriers(m.ledger.ways, wasted)
    places = _boundaries(m, site, wasted, consumed, barriers.firm | barriers.weak)
    return places[0] if len(places) == 1 else None


def find_harmless_place(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> Event | None:
    """The one expression to detach, through which no gradients go that are wanted: one that is not in the body of a module
    which another call trains through."""
    barriers = find_barriers(m.ledger.ways, wasted)
    places = _find_nearest(m, site, wasted, consumed, barriers.firm | barriers.weak)
    return places[0] if len(places) == 1 else None


def find_missing_detaches(m: Analysis) -> Iterator[f.MissingDetach]:
    """A call that errs for want of the upstream graph has its own message, with the same advice; where a call has to do with
    an error, only gradients that something really throws away are spoken of. What only one of a helper's callers
    wastes is told if it can be mended in this file, and no other one's gradients are lost from sight. What a budget cut short
    does not speak against what others show."""
    freed = [(use, cause) for (use, cause, *_), entry in m.ledger.freed.items() if entry.errors]
    erring = {use for use, _ in freed}
    entangled = _entangled(m, erring, {cause for _, cause in freed})
    unclear = erring | m.ledger.unsure
    abandoned, outlived = m.ledger.ends.doubts.keys(), m.ledger.ends.outlived.keys()
    by_place: dict[Location, list[SiteId]] = defaultdict(list)
    for number in m.ledger.contributions:
        by_place[place_of(m, number)].append(number)
    for numbers in by_place.values():
        if not unclear.isdisjoint(numbers) or _is_cut_short(m, numbers):
            continue
        each = [_missing_detach(m, number) for number in numbers if number in outlived or number not in abandoned]
        found = [one for one in each if one is not None and (all(each) or _stands_here(m, one.boundary))]
        if found and (found[0].discarded_by or entangled.isdisjoint(numbers)):
            yield found[0]


def _is_cut_short(m: Analysis, numbers: list[SiteId]) -> bool:
    """Did the budget end paths that others say nothing of?"""
    ends = m.ledger.ends
    return ends.find_doubt(numbers) is not None or ends.find_unjudged(numbers) is not None


def _entangled(m: Analysis, erring: set[SiteId], causes: set[SiteId]) -> set[SiteId]:
    """The engine calls that find their graph out of date, make another one err, or keep their graph for one that errs."""
    stale = {use for use, _ in m.ledger.stale}
    refused = erring | stale
    return (
        causes | stale | {number for number, kept in m.ledger.retains.items() if not refused.isdisjoint(kept.needed_by)}
    )


def _stands_here(m: Analysis, place: Event) -> bool:
    return place.location.path == m.program.sources[m.program.main].path


def _missing_detach(m: Analysis, number: SiteId) -> f.MissingDetach | None:
    wasted, consumed = (frozenset(leaves) for leaves in split_leaves(m, number))
    fates = _fate_sets(m.ledger, number)
    if not wasted or not any(Fate.CONSUMED in fates[leaf].fates for leaf in consumed):
        return None
    while needed := _needed_elsewhere(m, number, wasted, consumed):
        wasted, consumed = wasted - needed, consumed | needed
    places, new_leaves = _find_places(m, number, wasted, consumed)
    if not places and (separable := _separable(m, number, wasted, consumed)) != wasted:
        wasted = separable
        places, new_leaves = _find_places(m, number, wasted, consumed)
    if not places and (place := find_definition(m, number, wasted, consumed)) is not None:
        places = new_leaves = (place,)
    if not places:
        return None
    frees = _frees_for_good(m, number)
    if frees and not new_leaves:
        lower = find_lower(m, subject(m, number), places, lambda place: _cuts_alone(m, number, place, wasted, consumed))
        places = places if lower is None else (lower,)
    spared = sorted(find_behind(m, number, places) & wasted or wasted)
    cleared = next((fates[leaf].cleared for leaf in spared if fates[leaf].cleared), None)
    name = name_owner(fates[leaf].name for leaf in spared if fates[leaf].cleared == cleared)
    site = subject(m, number)
    owned = all(owners_of(m, leaf) for leaf in spared)
    return f.MissingDetach(
        site,
        Confidence.DEFINITE,
        (),
        name,
        places[0],
        cleared,
        places[1:],
        new_leaves,
        owned,
        frees=frees,
    )


def _frees_for_good(m: Analysis, number: SiteId) -> bool:
    """Does the call free its graph, and no later one go through it, which would free it as well?"""
    entered = (cause for (_, cause, *_), entry in m.ledger.freed.items() if entry.errors)
    return number not in m.ledger.retains and number not in entered


def _cuts_alone(
    m: Analysis, number: SiteId, place: Event, wasted: frozenset[Address], consumed: frozenset[Address]
) -> bool:
    """Would a detach() there, and no other one, keep out all that is wasted, and nothing that any call needs?"""
    barriers = find_barriers(m.ledger.ways, wasted)
    if not _stands_here(m, place) or expression_of(place) in barriers.firm | barriers.weak:
        return False
    if find_severed(m.graph, m.ledger.differentiated - m.facts.requested, (place,)):
        return False
    samples = m.ledger.reaches.get(number, [])
    left = ({m.graph[node].leaf for node in reach_without(m.graph, roots, (place,))} for roots, _ in samples)
    return all(wasted.isdisjoint(leaves) for leaves in left) and not find_carrying(m, number, (place,), consumed)


def find_behind(m: Analysis, site: SiteId, places: tuple[Event, ...]) -> frozenset[Address]:
    """The leaves that a detach() at these places would keep gradients from: only of those does a message speak."""
    samples = m.ledger.reaches.get(site, [])
    reached = {node.number for roots, _ in samples for node in m.graph.reach(roots)}
    edges = m.graph.edges_at({expression_of(place) for place in places})
    below = (m.graph.leaves_below(edge.child) for edge in edges if edge.parent in reached)
    return frozenset[Address]().union(*below)


def is_spared(m: Analysis, site: SiteId, place: Event, nodes: Set[NodeId]) -> bool:
    """Would a detach() at a place keep a call out of all these nodes?"""
    samples = m.ledger.reaches.get(site, [])
    return bool(samples) and all(reach_without(m.graph, roots, [place]).isdisjoint(nodes) for roots, _ in samples)


def _find_places(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """The expressions to detach, and those of them that have to require grad again: only where there are no others."""
    barriers = find_barriers(m.ledger.ways, wasted)
    places = _find_nearest(m, site, wasted, consumed, barriers.firm | barriers.weak)
    if severed := find_severed(m.graph, m.ledger.differentiated - m.facts.requested, places):
        kept = consumed | (_fate_sets(m.ledger, site).keys() - wasted)  # what else makes these inputs require grad
        places = _find_nearest(m, site, wasted, kept, barriers.firm | barriers.weak)
        barriers = replace(barriers, weak=barriers.weak | severed)
    if places or not barriers.weak:
        return places, ()
    places = _find_nearest(m, site, wasted, consumed, barriers.firm)
    return places, tuple(place for place in places if expression_of(place) in barriers.weak)


def _find_nearest(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address], barred: frozenset[Expression]
) -> tuple[Event, ...]:
    """The expressions to detach: if there are such, in the checked file, which a fix can change. What runs in another file on
    some paths alone (one of several networks) is called from this one on all."""
    first = places = _find_unwanted(m, site, wasted, consumed, barred)
    while away := {
        expression_of(place)
        for place in places or _all_places(m, site, wasted, consumed, barred)
        if not _stands_here(m, place)
    }:
        barred |= away
        places = _find_unwanted(m, site, wasted, consumed, barred)
    return places or first


def _all_places(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address], barred: frozenset[Expression]
) -> Iterator[Event]:
    """Where gradients that are thrown away part from others, in any execution."""
    for crossings in _crossings_by_sample(m, site, wasted, consumed, barred):
        yield from (crossing.place for crossing in crossings)


def _find_unwanted(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address], barred: frozenset[Expression]
) -> tuple[Event, ...]:
    """The expressions to detach, through none of which wanted gradients go."""
    boundaries = _boundaries(m, site, wasted, consumed, barred)
    while carrying := find_carrying(m, site, boundaries, consumed):
        barred |= carrying
        boundaries = _boundaries(m, site, wasted, consumed, barred)
    return boundaries


def _separable(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> frozenset[Address]:
    """The wasted leaves of other optimisers than those of modules that the loss must run through (a critic on its way to
    the actor: its gradients cannot be helped; a temperature's beside it can)."""
    samples = m.ledger.reaches.get(site, [])
    stuck = frozenset[Address]().union(*(find_unavoidable(m.graph, roots, wasted, consumed) for roots, _ in samples))
    taken = {owner for leaf in stuck for owner in _owners(m, leaf)}
    return frozenset(leaf for leaf in wasted - stuck if taken.isdisjoint(_owners(m, leaf)))


def _owners(m: Analysis, leaf: Address) -> set[Address | None]:
    """The optimisers of a leaf; None stands for nobody."""
    return {*owners_of(m, leaf)} or {None}


def find_carrying(
    m: Analysis, site: SiteId, places: tuple[Event, ...], wanted: frozenset[Address]
) -> frozenset[Expression]:
    """The places that hand on gradients that are wanted, in another execution of the same call, or that another call is
    consumed for, or that may be; and those that leave another call nothing to differentiate, which torch refuses, or may: what
    is handed on to a function that starts there."""
    ways: dict[tuple[Expression, frozenset[Address]], set[NodeId]] = defaultdict(set)
    handed: dict[NodeId, set[Expression]] = defaultdict(set)
    edges = m.graph.edges_at({expression_of(place) for place in places})
    for edge in edges:
        ways[edge.at, m.graph.leaves_below(edge.child)].add(edge.parent)
        if edge.at != expression_of(
            dict(m.graph[edge.parent].uses)[edge.child][-1]
        ):  # an operand is handed on no further
            handed[edge.child].add(edge.at)
    found = _find_hiding(m, site, edges)
    for other, samples in m.ledger.reaches.items() if ways else ():
        own = wanted if other == site else m.ledger.consumed_leaves(other)
        for roots, leaves in samples:
            trained = own.intersection(leaves)
            found.update(*(handed[root] for root in roots if other != site and root in handed))
            cut_off = other != site and not trained and _is_cut_off(m, roots, places)
            carrying = [(at, nodes) for (at, below), nodes in ways.items() if cut_off or not trained.isdisjoint(below)]
            if not found.issuperset(at for at, _ in carrying):
                reached = {node.number for node in m.graph.reach(roots)}
                found.update(at for at, nodes in carrying if not nodes.isdisjoint(reached))
    return frozenset(found)


def _find_hiding(m: Analysis, site: SiteId, edges: Sequence[Edge]) -> set[Expression]:
    """Those of the edges' places by which a call may run through graphs that are not known of: through what methods of opaque
    models made, which may have weights that want gradients, and what joined paths have lost."""
    samples = m.ledger.reaches.get(site, []) if edges else []
    reached = {node.number for roots, _ in samples for node in m.graph.reach(roots)}
    return {
        edge.at
        for edge in edges
        if edge.parent in reached and any(_may_hide(m, node.number) for node in m.graph.reach([edge.child]))
    }


def _may_hide(m: Analysis, number: NodeId) -> bool:
    key = m.facts.unknown_keys.get(number)
    return number in m.facts.hiding or key is not None and is_lost(key)


def _is_cut_off(m: Analysis, roots: Iterable[NodeId], places: Iterable[Event]) -> bool:
    """Would the roots lead to no leaf any more with all these places detached?"""
    return all(m.graph[number].leaf is None for number in reach_without(m.graph, roots, places))


def _needed_elsewhere(
    m: Analysis, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> frozenset[Address]:
    """The wasted leaves that another engine call trains through the very place where a detach() would stand; or perhaps, where it
    needs what this one retains, and has run through more graphs than are remembered."""
    needed: set[Address] = set()
    crossings = {c for sample in _crossings_by_sample(m, site, wasted, consumed) for c in sample}
    if not crossings:
        return frozenset()
    retain = m.ledger.retains.get(site)
    for other, samples in m.ledger.reaches.items():
        used = m.ledger.consumed_leaves(other) & wasted
        if len(samples) >= MAX_SAMPLES and retain is not None and other in retain.needed_by:
            needed |= used
            continue  # no graph of it that is remembered shows more
        for roots, _ in samples if used else ():
            nodes = {node.number for node in m.graph.reach(roots)}
            below = (m.graph.leaves_below(c.child) for c in crossings if c.parent in nodes)
            needed |= used.intersection(chain.from_iterable(below))
    return frozenset(needed)
