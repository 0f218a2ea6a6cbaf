"""Gradients of one loss that add into another optimiser's step, and whether they were meant to. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import commonprefix

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Fate, Leak
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.interpreter.verdicts.detach_placement import find_carrying, find_place
from retain_lint.interpreter.verdicts.program_points import subject
from retain_lint.source import Location


def find_leaks(m: Analysis) -> Iterator[f.GradientLeak]:
    """Of calls that do not err themselves: nobody sees the gradients of those that do."""
    erring = {use for (use, *_), entry in m.ledger.freed.items() if entry.errors} | {use for use, _ in m.ledger.stale}
    late = {key: leak for key, leak in m.ledger.shared.items() if _is_parted(m, key, leak)}
    early = {key: leak for key, leak in m.ledger.leaks.items() if not _is_same_loss(m, key[0], leak.intended)}
    found = {**late, **early}
    for (number, leaf), leak in found.items():
        if number in erring:
            continue
        leaking = frozenset(known for site, known in found if site == number)
        others = frozenset(m.ledger.contributions.get(number, ())) - leaking
        boundary = None if leak.wanted else find_place(m, number, leaking, others)
        if (number, leaf) not in late and _is_meant(m, (number, leaf), leaking, others, cuttable=boundary is not None):
            continue
        if boundary is not None and find_carrying(m, number, (boundary,), others):
            boundary = None  # another call needs what the detach() would cut off
        site, intended = subject(m, number), subject(m, leak.intended)
        name = name_owner(other.name for (known, _), other in found.items() if known == number)
        yield f.GradientLeak(
            site, Confidence.DEFINITE, (), name, leak.step, intended, boundary, late=(number, leaf) not in early
        )


def _is_same_loss(m: Analysis, one: SiteId, other: SiteId) -> bool:
    """Do two calls of one function compute the very same loss there, and send it backward?"""
    return not _losses(m, one).isdisjoint(_losses(m, other))


def _losses(m: Analysis, number: SiteId) -> set[tuple[tuple[Location, ...], frozenset[Address]]]:
    """Where an engine call stands and where what it starts from was computed, both without the calls that lead to the two;
    with the leaves that its gradients arrive at."""
    site, found = m.ledger.sites[number], set()
    here = (*site.calls, site.location)
    for roots, leaves in m.ledger.reaches.get(number, []):
        for root in roots:
            there = (*m.graph[root].built.calls, m.graph[root].built.location)
            common = len(commonprefix([here, there]))
            found.add(((*here[common:], *there[common:]), frozenset(leaves)))
    return found


def _is_parted(m: Analysis, key: tuple[SiteId, Address], leak: Leak) -> bool:
    """Were the gradients of the first of two calls cleared, before the second one, from parameters that another optimiser
    then steps by those of the second? So each call was made for one of the two optimisers; if no part of the second is
    about the leaf alone, as a penalty is that was added to it."""
    number, leaf = key
    contributions, owners = m.ledger.contributions, m.ledger.owners
    own = frozenset(
        parameter
        for parameter, first in contributions.get(leak.intended, {}).items()
        if parameter in contributions[number]
        and first.fates == {Fate.DISCARDED}
        and Fate.CONSUMED in contributions[number][parameter].fates
        and owners.get(parameter, set()).isdisjoint(owners.get(leaf, ()))
        and (number, parameter) not in m.ledger.leaks
    )
    return bool(own) and _runs_along(m, number, frozenset({leaf}), own)


def _runs_along(m: Analysis, site: SiteId, leaves: frozenset[Address], own: frozenset[Address]) -> bool:
    """Does each operation on the leaves lie on the way to the call's own leaves, or behind an operation on those?"""
    behind = {node.number for node in m.graph.reach(_users(m, site, own))}
    return all(
        any(below.leaf in own for below in m.graph.reach([number])) for number in _users(m, site, leaves) - behind
    )


def _is_meant(
    m: Analysis, key: tuple[SiteId, Address], leaking: frozenset[Address], others: frozenset[Address], cuttable: bool
) -> bool:
    """Are two losses rather a sum, or two tasks of what they share? Not if the first could have been cut off from it, and
    what its step was for judges other samples too (a discriminator), or what the second makes; nor if the second trains
    nothing but what they share, or has the first one in it already. A sum shares the forward pass; each of two tasks trains a
    part of its own, by an optimiser of its own."""
    (site, leaf), leak = key, m.ledger.leaks[key]
    reached = frozenset(m.ledger.contributions.get(leak.intended, ()))
    if cuttable and (reached & others or reached <= leaking or _runs_apart(m, site, others, leaking)):
        return False
    if _contains(m, leak.intended, site):
        return False
    if _shares_forward(m, site, leak.intended, leaking):
        return True
    owners = m.ledger.owners
    elsewhere = {owner for own in reached - leaking - others for owner in owners.get(own, ())}
    return not leak.wanted and bool(elsewhere - owners.get(leaf, set()))


def _contains(m: Analysis, whole: SiteId, part: SiteId) -> bool:
    """Is the loss of one engine call a part of another one's?"""
    executed = {node.number for roots, _ in m.ledger.reaches.get(whole, []) for node in m.graph.reach(roots)}
    return any(executed.issuperset(roots) for roots, _ in m.ledger.reaches.get(part, []))


def _runs_apart(m: Analysis, site: SiteId, leaves: frozenset[Address], upstream: frozenset[Address]) -> bool:
    """Are the leaves used in an operation, too, below which there is nothing of what is upstream?"""
    return any(
        upstream.isdisjoint(below.leaf for below in m.graph.reach([number])) for number in _users(m, site, leaves)
    )


def _shares_forward(m: Analysis, one: SiteId, other: SiteId, leaves: frozenset[Address]) -> bool:
    """Do two engine calls reach leaves through the very same operation?"""
    return not _users(m, one, leaves).isdisjoint(_users(m, other, leaves))


def _users(m: Analysis, site: SiteId, leaves: frozenset[Address]) -> set[NodeId]:
    """The operations on leaves that an engine call runs through."""
    return {
        node.number
        for roots, _ in m.ledger.reaches.get(site, [])
        for node in m.graph.reach(roots)
        if any(m.graph[child].leaf in leaves for child in node.inputs)
    }
