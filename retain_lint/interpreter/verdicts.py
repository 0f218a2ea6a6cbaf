"""From the ledger to findings: DEFINITE, CONDITIONAL or silence. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.gradients import Hindrance, SiteId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.value import Address
from retain_lint.interpreter.call_sites import call_site, retain_argument, see_apart, source_of, subject
from retain_lint.interpreter.certain_reach import find_requiring
from retain_lint.interpreter.ledger import Site, Step, Traversal
from retain_lint.interpreter.machine import Machine
from retain_lint.interpreter.naming import name_owner
from retain_lint.interpreter.origins import see_written, written_at
from retain_lint.interpreter.waste import find_missing_detaches, find_place, split_leaves
from retain_lint.source import Location, Span


def read_verdicts(m: Machine) -> Iterator[f.Finding]:
    """Every finding, each place and kind once."""
    seen: set[tuple[type, Location]] = set()
    everything = [
        *_freed(m),
        *_stale(m),
        *_retains(m),
        *_redundant(m),
        *_leaks(m),
        *_missing_detaches(m),
        *_steps(m),
        *_accumulations(m),
        *_removed(m),
    ]
    for finding in everything:
        key = (type(finding), finding.site.location)
        if key not in seen and finding.site.location.path == m.sources[m.main].path:
            seen.add(key)
            yield _name_holders(m, finding)


def _name_holders(m: Machine, finding: f.Finding) -> f.Finding:
    """Places to detach that are not always a tensor are told apart from those that are."""

    def check(event: Event) -> Event:
        return replace(event, kind=EventKind.HELD) if event.location in m.holders else event

    if isinstance(finding, f.MissingDetach):
        also_at, told = tuple(map(check, finding.also_at)), tuple(map(check, finding.told))
        return replace(finding, boundary=check(finding.boundary), also_at=also_at, told=told)
    if isinstance(finding, f.FreedGraphTraversal) and finding.spared is not None:
        finding = replace(finding, spared=check(finding.spared))
    if isinstance(finding, (f.FreedGraphTraversal, f.GradientLeak)) and finding.boundary is not None:
        return replace(finding, boundary=check(finding.boundary))
    return finding


def _confidence(entry: Traversal) -> Confidence:
    return Confidence.CONDITIONAL if entry.passes else Confidence.DEFINITE


def _freed(m: Machine) -> Iterator[f.Finding]:
    for (use, cause, *_), entry in sorted(m.ledger.freed.items(), key=lambda item: item[1].passes > 0):
        if not entry.errors or entry.built is None or cause < 0:
            continue
        if entry.passes and not entry.alone:
            continue  # decisions of several paths together: it may be that no run takes them all
        if entry.passes and not entry.seen and entry.unseen <= m.followed:
            continue  # the model that is seen there passes: nothing says that one which is not seen would be used alike
        if entry.passes and entry.again and entry.carried and not entry.before_loop:
            continue  # no loss is computed anew on these paths: had they been taken at first, there would be none at all
        discarded, boundary = _discards(m, use, entry.upstream)
        yield f.FreedGraphTraversal(
            subject(m, use),
            _confidence(entry),
            entry.assumptions,
            subject(m, cause),
            entry.built,
            entry.carried,
            discarded,
            entry.adjacent,
            boundary or entry.entry,
            entry.before_loop,
            entry.write,
            entry.inner and boundary is None and not entry.outer,
            entry.computed_before,
            entry.places,
            entry.apart,
            entry.outer,
            entry.only_way,
            entry.trained_anew,
            None if entry.buffer is None else call_site(m, entry.buffer),
            None if discarded or entry.carried else _spares(m, cause, entry.upstream),
        )


def _spares(m: Machine, cause: SiteId, upstream: tuple[Address, ...]) -> Event | None:
    """Where would a detach() have kept the freeing call out of the shared part, if its gradients there are thrown away, or
    get into another optimiser's step?"""
    discarded, boundary = _discards(m, cause, upstream)
    place = m.ledger.sites[cause].location
    leaking = (leak.boundary for leak in _leaks(m) if leak.site.location == place)
    return boundary if discarded else next(leaking, None)


def _discards(m: Machine, use: SiteId, upstream: tuple[Address, ...]) -> tuple[bool, Event | None]:
    """Would the gradients of the shared part be thrown away, and where would a detach() keep them out?"""
    wasted, consumed = split_leaves(m, use)
    discarded = bool(upstream) and set(upstream) <= wasted and bool(consumed)
    return discarded, find_place(m, use, frozenset(wasted), frozenset(consumed)) if discarded else None


def _stale(m: Machine) -> Iterator[f.Finding]:
    for (use, _), entry in m.ledger.stale.items():
        if entry.built is None or entry.write is None:
            continue
        site = subject(m, use)
        forward, update = see_apart(site, entry.built, entry.write)
        yield f.StaleGraphTraversal(
            site,
            Confidence.DEFINITE,
            entry.assumptions,
            entry.write,
            entry.by_step,
            entry.what,
            entry.built,
            entry.carried,
            entry.silent,
            entry.before_loop,
            forward,
            update,
        )


def _retains(m: Machine) -> Iterator[f.Finding]:
    """Retains by place: unnecessary only if no visit of the place, in any context, was needed or lost from sight. Those
    whose flag was handed on are judged by the place of the flag, too, and told there; not if a call is handed several, none
    of which is needed."""
    by_place: dict[Location, list[SiteId]] = defaultdict(list)
    by_origin: dict[Location, list[SiteId]] = defaultdict(list)
    origins: dict[Location, set[Location | None]] = defaultdict(set)
    for number, retain in m.ledger.retains.items():
        if retain.explicit:
            place, origin = m.ledger.sites[number].location, written_at(m, number)
            by_place[place].append(number)
            origins[place].add(origin)
            if origin is not None:
                by_origin[origin].append(number)
    shared = {place for place, numbers in by_place.items() if len(origins[place]) > 1 and _is_unneeded(m, numbers)}
    told: set[Location | None] = set()
    for origin, numbers in by_origin.items():
        if _is_unneeded(m, numbers) and not shared.issuperset(m.ledger.sites[number].location for number in numbers):
            told.add(origin)
            yield see_written(m, numbers[0], _rebuilt(m, numbers))
    for place, numbers in by_place.items():
        if not _is_followed(m, numbers):
            continue
        retains = [m.ledger.retains[number] for number in numbers]
        site = call_site(m, numbers[0])
        later = {use: adjacent for r in retains for use, adjacent in r.needed_by.items()}
        if not later:
            if not origins[place] <= told:
                yield f.UnneededRetain(site, Confidence.DEFINITE, (), retain_argument(site), _rebuilt(m, numbers))
        elif len(later) == 1 and all(later.values()) and not any(r.unsure for r in retains):
            use = next(iter(later))
            if use not in numbers:
                yield f.SeparateBackwards(site, Confidence.DEFINITE, (), call_site(m, use))


def find_idle_retains(m: Machine) -> list[SiteId]:
    """The calls that, as far as was run, retain for nothing."""
    return [number for number, retain in m.ledger.retains.items() if retain.explicit and _is_unneeded(m, [number])]


def _is_unneeded(m: Machine, numbers: list[SiteId]) -> bool:
    return _is_followed(m, numbers) and not any(m.ledger.retains[number].needed_by for number in numbers)


def _is_followed(m: Machine, numbers: list[SiteId]) -> bool:
    """Is all known that could become of the graphs that these calls retain?"""
    if any(m.ledger.retains[number].escaped for number in numbers) or not m.ledger.unsure.isdisjoint(numbers):
        return False
    return m.ledger.abandoned.isdisjoint(numbers) or not m.ledger.outlived.isdisjoint(numbers)


def _rebuilt(m: Machine, numbers: list[SiteId]) -> Event | None:
    return next((r.built for number in numbers if (r := m.ledger.retains[number]).looped), None)


def _redundant(m: Machine) -> Iterator[f.Finding]:
    for number, redundant in m.ledger.redundant.items():
        site = call_site(m, number)
        argument = retain_argument(site)
        literal = argument is not None and argument.text.rpartition("=")[2].strip() in ("True", "False")
        if redundant and literal and argument is not None:
            yield f.RedundantRetain(site, Confidence.DEFINITE, (), argument, "True" in argument.text)


def _removed(m: Machine) -> Iterator[f.Finding]:
    for number in m.ledger.removed:
        site = call_site(m, number)
        argument = next((a for a in site.arguments if a.keyword == "retain_variables"), None)
        if argument is not None:
            yield f.RemovedArgument(site, Confidence.DEFINITE, (), argument)


def _leaks(m: Machine) -> Iterator[f.GradientLeak]:
    """Of calls that do not err themselves: nobody sees the gradients of those that do."""
    erring = {use for (use, *_), entry in m.ledger.freed.items() if entry.errors} | {use for use, _ in m.ledger.stale}
    for (number, leaf), leak in m.ledger.leaks.items():
        if number in erring:
            continue
        leaking = frozenset(known for site, known in m.ledger.leaks if site == number)
        others = frozenset(m.ledger.contributions.get(number, ())) - leaking
        boundary = None if leak.wanted else find_place(m, number, leaking, others)
        if _is_meant(m, (number, leaf), leaking, others, cuttable=boundary is not None):
            continue
        site, intended = subject(m, number), subject(m, leak.intended)
        name = name_owner(other.name for (known, _), other in m.ledger.leaks.items() if known == number)
        yield f.GradientLeak(site, Confidence.DEFINITE, (), name, leak.step, intended, boundary)


def _is_meant(
    m: Machine, key: tuple[SiteId, Address], leaking: frozenset[Address], others: frozenset[Address], cuttable: bool
) -> bool:
    """Are two losses rather a sum, or two tasks of what they share? Not if the first could have been cut off from it, and
    what its step was for judges other samples too (a discriminator), or what the second makes. A sum shares the forward
    pass; each of two tasks trains a part of its own, by an optimiser of its own."""
    (site, leaf), leak = key, m.ledger.leaks[key]
    reached = frozenset(m.ledger.contributions.get(leak.intended, ()))
    if cuttable and (reached & others or _runs_apart(m, site, others, leaking)):
        return False
    if _shares_forward(m, site, leak.intended, leaking):
        return True
    owners = m.ledger.owners
    elsewhere = {owner for own in reached - leaking - others for owner in owners.get(own, ())}
    return not leak.wanted and bool(elsewhere - owners.get(leaf, set()))


def _runs_apart(m: Machine, site: SiteId, leaves: frozenset[Address], upstream: frozenset[Address]) -> bool:
    """Are the leaves used in an operation, too, below which there is nothing of what is upstream?"""
    return any(
        upstream.isdisjoint(below.leaf for below in m.graph.reach([node.number]))
        for roots, _ in m.ledger.reaches.get(site, [])
        for node in m.graph.reach(roots)
        if any(m.graph[child].leaf in leaves for child in node.inputs)
    )


def _shares_forward(m: Machine, one: SiteId, other: SiteId, leaves: frozenset[Address]) -> bool:
    """Do two engine calls reach leaves through the very same operation?"""
    places = [
        {
            node.number
            for roots, _ in m.ledger.reaches.get(site, [])
            for node in m.graph.reach(roots)
            if any(m.graph[child].leaf in leaves for child in node.inputs)
        }
        for site in (one, other)
    ]
    return not places[0].isdisjoint(places[1])


def _accumulations(m: Machine) -> Iterator[f.Finding]:
    """Only of what is known to have a history: what code out of sight gave may be a number."""
    collected = defaultdict(list)
    for node, number in m.accumulated.items():
        collected[number].append(node)
    for number, accumulation in m.ledger.accumulations.items():
        reached = {node.number: node for node in m.graph.reach(collected[number])}
        if accumulation.entered or find_requiring(m, reached).isdisjoint(collected[number]):
            continue
        site = call_site(m, number)
        value = _value_site(m, m.ledger.sites[number], accumulation.value)
        if value is not None:
            yield f.AccumulatedHistory(site, Confidence.DEFINITE, (), accumulation.holder, value)


def _value_site(m: Machine, site: Site, value: str) -> f.ArgumentSite | None:
    """The place of the value in the statement that collects it; None where it is not on the statement's last line."""
    source = source_of(m, site)
    span = site.instruction.span
    text = source.slice(span)
    end = span.end_column - (len(text) - text.rfind(value) - len(value))
    if "\n" in value or text.rfind(value) < 0:
        return None
    place = Span(span.end_line, end - len(value), span.end_line, end)
    return f.ArgumentSite(source.location(place), value, None)


def _steps(m: Machine) -> Iterator[f.Finding]:
    for number, step in m.ledger.steps.items():
        site = call_site(m, number)
        if _is_idle(m, step):
            yield _idle_step(m, site, step)
        if step.repeated is not None and not step.unsure:
            renewed = None if step.renewed is None else _contribution(m, step.renewed)
            repeated = _contribution(m, step.repeated)
            yield f.UnclearedGradients(site, Confidence.DEFINITE, (), step.optimizer, repeated, renewed)


def _missing_detaches(m: Machine) -> Iterator[f.Finding]:
    """Not of gradients that are cleared before a step which then finds none: it may have been for these."""
    early = {
        h.cleared for step in m.ledger.steps.values() if _is_idle(m, step) for h in step.hindrances if h is not None
    }
    return (
        found for found in find_missing_detaches(m) if found.discarded_by is None or found.discarded_by not in early
    )


def _is_idle(m: Machine, step: Step) -> bool:
    return not step.reached and not step.unsure and not step.fresh and not m.ledger.cut_short


def _idle_step(m: Machine, site: f.CallSite, step: Step) -> f.StepWithoutGradient:
    """What is responsible is told if each visit has met the same."""
    found = next(iter(step.hindrances)) if len(step.hindrances) == 1 else None
    found = found or Hindrance()
    computed = None if found.site is None else _contribution(m, found.site)
    return f.StepWithoutGradient(site, Confidence.DEFINITE, (), step.optimizer, found.cut, found.cleared, computed)


def _contribution(m: Machine, number: SiteId) -> Event:
    place = m.ledger.sites[number]
    return Event(EventKind.CONTRIBUTED, place.location, call_site(m, number).text, place.calls)
