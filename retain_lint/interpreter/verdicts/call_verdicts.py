"""From the ledger and the findings to one verdict for each engine call of the checked file. Floor 3.

Invariant: a call with a finding has the matching verdict, since the findings are read here, not found again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.call_site import CallSite
from retain_lint.domain.call_verdict import CallVerdict, Doubt, Reason, Verdict
from retain_lint.domain.gradients import SiteId
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Callee, Retain, Site, Traversal
from retain_lint.interpreter.effects.calling_names import is_called_by
from retain_lint.interpreter.effects.name_call_graph import names_reached
from retain_lint.interpreter.verdicts.engine_like_calls import EngineLikeCall
from retain_lint.interpreter.verdicts.program_points import call_site, see_call
from retain_lint.interpreter.verdicts.verdicts import is_unneeded
from retain_lint.ir.model import Function
from retain_lint.source import Location

_SHOWN: dict[type[f.Finding], Verdict] = {
    f.FreedGraphTraversal: Verdict.RAISES,
    f.RemovedArgument: Verdict.RAISES,
    f.StaleGraphTraversal: Verdict.STALE,
    f.UnneededRetain: Verdict.UNNECESSARY,
    f.RedundantRetain: Verdict.REDUNDANT,
    f.GradientLeak: Verdict.LEAKS,
    f.MissingDetach: Verdict.WASTED,
    f.SeparateBackwards: Verdict.NEEDED,
}
_ORDER = tuple(Verdict)
_Erring: TypeAlias = dict[SiteId, list[Traversal]]


@dataclass(slots=True)
class _Place:
    """One call as written: the contexts in which it ran the engine, and the findings about it."""

    like: EngineLikeCall | None = None
    sites: list[SiteId] = field(default_factory=list)
    findings: list[f.Finding] = field(default_factory=list)


def judge_calls(m: Analysis, like: Iterable[EngineLikeCall], findings: Iterable[f.Finding]) -> tuple[CallVerdict, ...]:
    """The verdicts of the checked file, in the order of their places."""
    source = m.program.sources[m.program.main]
    places: dict[Location, _Place] = defaultdict(_Place)
    for call in like:
        places[source.location(call.call.span)].like = call
    for number in sorted(m.ledger.rooted | m.ledger.refused | m.ledger.unseen):
        location = m.ledger.sites[number].location
        if location.path == source.path:
            places[location].sites.append(number)
    for finding in findings:
        if type(finding) in _SHOWN:
            places[finding.site.location].findings.append(finding)
    for place in places.values():
        place.sites = m.ledger.omit_failing(place.sites)
    erring = _find_erring(m)
    made = [_judge(m, location, places[location], erring) for location in sorted(places, key=_position)]
    return tuple(verdict for verdict in made if verdict is not None)


def _position(location: Location) -> tuple[int, Location]:
    return location.cell or 0, location


def _judge(m: Analysis, location: Location, place: _Place, erring: _Erring) -> CallVerdict | None:
    """The verdict of one place; None if what it ran is no engine call, but a function of the project."""
    site = _see(m, location, place)
    found = {_SHOWN[type(finding)] for finding in place.findings}
    later = _needed_by(m, place)
    found |= {Verdict.NEEDED} if later else set()
    certain = all(finding.confidence is Confidence.DEFINITE for finding in place.findings)
    if not found and not place.sites:
        assert place.like is not None, "a place without sites and findings was found by its text"
        return _judge_by_text(m, site, place.like)
    if not found and _is_retained_in_vain(m, place.sites):
        found = {Verdict.UNNECESSARY}
    doubts = () if found else tuple(dict.fromkeys(_find_doubts(m, place.sites, erring)))
    if doubts:
        crowded = all(_is_crowded(m, place.sites, doubt) for doubt in doubts)
        return CallVerdict(site, (Verdict.UNDECIDED,), doubts=doubts, crowded=crowded)
    crowded = found == {Verdict.NEEDED} and not place.findings and not _is_met_alone(m, place.sites)
    return CallVerdict(site, tuple(sorted(found, key=_ORDER.index)) or (Verdict.FINE,), later, (), certain, crowded)


def _see(m: Analysis, location: Location, place: _Place) -> CallSite:
    if place.findings:
        return place.findings[0].site
    if place.like is not None:
        return see_call(m, Site(place.like.call, location, ()))
    return call_site(m, place.sites[0])


def _needed_by(m: Analysis, place: _Place) -> tuple[CallSite, ...]:
    """The calls that need what this one retains, in the order of their places."""
    retains = _retains_of(m, place.sites)
    found = {m.ledger.sites[use].location: call_site(m, use) for retain in retains for use in retain.surely}
    found |= {x.later.location: x.later for x in place.findings if isinstance(x, f.SeparateBackwards)}
    return tuple(found[location] for location in sorted(found, key=_position))


def _retains_of(m: Analysis, numbers: list[SiteId]) -> list[Retain]:
    """What is known of those of the calls that retain their graphs."""
    return [m.ledger.retains[number] for number in numbers if number in m.ledger.retains]


def _is_crowded(m: Analysis, numbers: list[SiteId], doubt: Doubt) -> bool:
    """Do only paths that are several joined show the doubt?"""
    ways = [retain.escapes[doubt] for retain in _retains_of(m, numbers) if doubt in retain.escapes]
    return all(ways) if ways else doubt.reason is Reason.PATHS


def _is_met_alone(m: Analysis, numbers: list[SiteId]) -> bool:
    """Does a path that is not several joined show a call that needs what one of these retains?"""
    return any(not retain.surely.isdisjoint(retain.alone) for retain in _retains_of(m, numbers))


def _is_retained_in_vain(m: Analysis, numbers: list[SiteId]) -> bool:
    """Do they retain, and nothing needs it? If no finding is about this place, one is about those where the flag is written."""
    explicit = [number for number in numbers if number in m.ledger.retains and m.ledger.retains[number].explicit]
    return bool(explicit) and is_unneeded(m, explicit)


def _find_doubts(m: Analysis, numbers: list[SiteId], erring: _Erring) -> Iterator[Doubt]:
    """Why a call that has run is undecided; nothing if it is fine."""
    unsure = m.ledger.unsure
    if unsure.issuperset(numbers):
        yield from _doubt_roots(m, numbers)
    for number in numbers:
        retain = m.ledger.retains.get(number)
        if retain is not None and retain.explicit:
            yield from retain.escapes
            for use in retain.needed_by:
                yield Doubt(Reason.OPAQUE if use in retain.alone else Reason.PATHS, m.ledger.sites[use].location)
            yield from _doubt_roots(m, [number] if number in unsure else [])
            ended = m.ledger.ends.find_doubt([number])
            yield from [] if ended is None else [ended]
        if number in m.ledger.cut and number not in m.ledger.completed:
            yield m.ledger.cut[number]
        yield from m.ledger.doubts.get(number, ())
        if number in m.ledger.unknown_flags:
            yield Doubt(Reason.UNKNOWN_FLAG)
        for entry in erring.get(number, ()):  # a finding that would hold on joined paths only, or for opaque models
            place = None if entry.built is None else entry.built.location
            yield Doubt(Reason.OPAQUE if entry.alone and entry.chosen else Reason.PATHS, place)


def _find_erring(m: Analysis) -> _Erring:
    """By engine call: how it met graphs that others had freed, or, on paths that tell nothing, written to."""
    found: _Erring = defaultdict(list)
    for (use, _), entry in m.ledger.stale.items():
        if entry.errors and not entry.chosen:
            found[use].append(entry)
    for (use, _, *_), entry in m.ledger.freed.items():
        if entry.errors:
            found[use].append(entry)
    return found


def _doubt_roots(m: Analysis, numbers: list[SiteId]) -> Iterator[Doubt]:
    for number in numbers:
        yield from m.ledger.root_doubts.get(number, (Doubt(Reason.NO_GRAPH),))


def _judge_by_text(m: Analysis, site: CallSite, like: EngineLikeCall) -> CallVerdict | None:
    """The verdict of what looks like an engine call, and ran as none or not at all."""
    ran = m.ledger.others.get(id(like.call), set())
    if ran == {Callee.PROJECT}:
        return None
    if ran and ran <= {Callee.PROJECT, Callee.LIBRARY}:
        return CallVerdict(site, (Verdict.FINE,))
    if like.foreign or Callee.FOREIGN in ran:
        doubt = Doubt(Reason.NOT_TORCH)
    else:
        doubt = Doubt(Reason.OPAQUE) if ran else _doubt_run(m, like.function)
    return CallVerdict(site, (Verdict.UNDECIDED,), doubts=(doubt,))


def _doubt_run(m: Analysis, function: Function) -> Doubt:
    """Why nothing ran a call of the function."""
    if id(function) in m.ledger.cut_functions:
        return m.ledger.cut_functions[id(function)]
    if id(function) in m.executed or function.kind == "module":
        return Doubt(Reason.UNREACHED)
    for other in _functions(m):
        if id(other) in m.ledger.cut_functions and is_called_by(function, names_reached(m, other)):
            return m.ledger.cut_functions[id(other)]
    return Doubt(Reason.NO_CALLER)


def _functions(m: Analysis) -> Iterator[Function]:
    for loaded in m.program.modules.values():
        if loaded is not None:
            yield from (loaded.module.body, *loaded.module.functions)
