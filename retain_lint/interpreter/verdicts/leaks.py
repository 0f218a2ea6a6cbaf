"""Gradients of one loss that add into another optimiser's step, and whether they were meant to. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import commonprefix

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.graph_cuts import find_terms
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Fate, Leak
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.interpreter.verdicts.detach_placement import find_carrying, find_place
from retain_lint.interpreter.verdicts.program_points import subject
from retain_lint.source import Location


def find_leaks(m: Analysis) -> Iterator[f.GradientLeak]:
    """Of calls that err, too: they are judged as they will be once the error is cured."""
    late = {key: leak for key, leak in m.ledger.shared.items() if _is_parted(m, key, leak)}
    early = {key: leak for key, leak in m.ledger.leaks.items() if not _is_same_loss(m, key[0], leak.intended)}
    found = {**late, **early}
    for (number, leaf), leak in found.items():
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
            site,
            Confidence.DEFINITE,
            (),
            name,
            leak.step,
            leak.optimizer,
            intended,
            boundary,
            late=(number, leaf) not in early,
            trained=_name_trained(m, number, others),
        )


def _name_trained(m: Analysis, number: SiteId, leaves: frozenset[Address]) -> str:
    """The one module that all of the leaves are in, whose parameters the program names itself; "" if there is none."""
    names = {m.ledger.contributions[number][leaf].name for leaf in leaves}
    owner = name_owner(sorted(names))
    whole = all(name == owner or name.startswith(f"{owner}.") for name in names)
    return owner if whole and f"{owner}.parameters()" in m.program.sources[m.program.main].text else ""


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
    """Was each of two calls made for one of two optimisers? Their gradients begin anew between the calls in parameters that
    another optimiser then steps by those of the second; and no part of the second is about the leaf alone, as a penalty is
    that was added to it."""
    number, leaf = key
    owners = m.ledger.owners
    own = frozenset(
        parameter
        for parameter, second in m.ledger.contributions[number].items()
        if Fate.CONSUMED in second.fates
        and owners.get(parameter, set()).isdisjoint(owners.get(leaf, ()))
        and (number, parameter) not in m.ledger.leaks
    )
    begun = _find_discarded(m, leak.intended, own) or _find_begun(m, number, leaf, leak, own)
    return bool(begun) and not _has_own_term(m, number, leaf, begun)


def _find_discarded(m: Analysis, first: SiteId, own: frozenset[Address]) -> frozenset[Address]:
    """The leaves of the second call from which the first one's gradients were cleared."""
    found = m.ledger.contributions.get(first, {})
    return frozenset(parameter for parameter in own.intersection(found) if found[parameter].fates == {Fate.DISCARDED})


def _find_begun(m: Analysis, number: SiteId, leaf: Address, leak: Leak, own: frozenset[Address]) -> frozenset[Address]:
    """The leaves of the second call that were cleared before it, if all that it does to the leaf is on its way to them (a
    critic on the way to the actor), and the first call trains nothing that the second does not reach (else they are two tasks)."""
    begun = frozenset(p for p in own if not leak.parted.isdisjoint(m.ledger.owners.get(p, ())))
    if not begun or not m.ledger.consumed_leaves(leak.intended) <= m.ledger.contributions[number].keys():
        return frozenset()
    ways = (m.graph.reach([user]) for user in _users(m, number, frozenset({leaf})))
    return begun if all(any(below.leaf in begun for below in way) for way in ways) else frozenset()


def _has_own_term(m: Analysis, site: SiteId, leaf: Address, own: frozenset[Address]) -> bool:
    """Is one of the terms, of which an engine call's loss is the sum, about the leaf and none of the call's own leaves?"""
    for roots, _ in m.ledger.reaches.get(site, []):
        for term in find_terms(m.graph, roots):
            below = m.graph.leaves_below(term)
            if leaf in below and own.isdisjoint(below):
                return True
    return False


def _is_meant(
    m: Analysis, key: tuple[SiteId, Address], leaking: frozenset[Address], others: frozenset[Address], cuttable: bool
) -> bool:
    """Are two losses rather a sum, or two tasks of what they share? Not if the first could have been cut off from it, and
    what its step was for judges other samples too (a discriminator), or what the second makes; nor if the second trains
    nothing but what they share, or has the first one in it already. A sum shares the forward pass; each of two tasks trains a
    part of its own, by an optimiser of its own; and of two losses that each train all of it, one optimiser may take in more."""
    (site, leaf), leak = key, m.ledger.leaks[key]
    reached = frozenset(m.ledger.contributions.get(leak.intended, ()))
    if any((leak.intended, own) not in m.ledger.leaks for own in m.ledger.consumed_leaves(leak.intended) & others):
        return True
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
