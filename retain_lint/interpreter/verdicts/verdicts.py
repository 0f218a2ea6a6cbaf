"""From the ledger to findings: DEFINITE, CONDITIONAL or silence. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.gradients import Hindrance, SiteId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.value import Address
from retain_lint.interpreter.autograd.must_reach import find_requiring
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Fate, Step, Traversal
from retain_lint.interpreter.context.owner_names import name_owner
from retain_lint.interpreter.verdicts.detach_placement import (
    find_behind,
    find_harmless_place,
    find_missing_detaches,
    is_spared,
    split_leaves,
)
from retain_lint.interpreter.verdicts.leaks import find_leaks
from retain_lint.interpreter.verdicts.presentation import present
from retain_lint.interpreter.verdicts.program_points import (
    call_site,
    retain_argument,
    see_written,
    source_of,
    subject,
    written_at,
)
from retain_lint.source import Location


def read_verdicts(m: Analysis) -> Iterator[f.Finding]:
    """Every finding, each place and kind once."""
    seen: set[tuple[type, Location]] = set()
    everything = [
        *_freed(m),
        *_stale(m),
        *_retains(m),
        *_redundant(m),
        *find_leaks(m),
        *_missing_detaches(m),
        *_steps(m),
        *_accumulations(m),
        *_removed(m),
    ]
    for finding in everything:
        key = (type(finding), finding.site.location)
        if key not in seen and finding.site.location.path == m.program.sources[m.program.main].path:
            seen.add(key)
            yield present(m, finding)


def _confidence(entry: Traversal) -> Confidence:
    return Confidence.CONDITIONAL if entry.passes else Confidence.DEFINITE


def _freed(m: Analysis) -> Iterator[f.Finding]:
    updates = _updates_between(m)
    for (use, cause, depth, _), entry in sorted(m.ledger.freed.items(), key=lambda item: item[1].passes > 0):
        if not entry.errors or entry.built is None or cause < 0:
            continue
        if not entry.chosen or entry.passes and not entry.alone:
            continue  # decisions of several paths together: it may be that no run takes them all
        if entry.passes and not entry.seen and entry.unseen <= m.followed:
            continue  # the model that is seen there passes: nothing says that one which is not seen would be used alike
        if entry.passes and entry.again and entry.carried and not entry.before_loop:
            continue  # no loss is computed anew on these paths: had they been taken at first, there would be none at all
        discarded, boundary = _discards(m, use, entry.upstream)
        repeated = _is_carried_on(entry) and boundary is None and not entry.outer
        wanted = frozenset[Address]() if boundary is not None else _kept_out(m, use, entry.entry)
        discarded = discarded and not wanted
        spared = None if discarded or entry.carried else _spares(m, cause, entry.upstream)
        update = updates.get((use, cause, depth))
        apart = update is not None and spared is None and not discarded and not entry.carried
        yield f.FreedGraphTraversal(
            subject(m, use),
            _confidence(entry),
            entry.assumptions,
            subject(m, cause),
            entry.built,
            entry.carried,
            discarded,
            entry.adjacent and (update is None or update == entry.update),
            boundary or entry.entry,
            entry.before_loop,
            entry.write,
            repeated,
            entry.computed_before,
            entry.places,
            entry.apart,
            entry.outer,
            entry.only_way,
            entry.trained_anew,
            None if entry.buffer is None else call_site(m, entry.buffer),
            spared,
            update=update,
            separable=_separates(m, cause, entry.upstream) if apart else None,
            upstream=_name_leaves(m, cause, _trained_by(m, cause, entry)),
            beside="" if repeated else _name_leaves(m, use, wanted.difference(entry.upstream)),
        )


def _is_carried_on(entry: Traversal) -> bool:
    """Would a detach() where the graph of an earlier iteration is used cut that of this iteration, too: in an inner loop, or
    where some paths compute it anew?"""
    return entry.inner or bool(entry.passes) and entry.carried and not entry.before_loop


def _updates_between(m: Analysis) -> dict[tuple[SiteId, SiteId, int | None], Event]:
    """The first update that has come between two calls in any iteration in which the second one erred."""
    found: dict[tuple[SiteId, SiteId, int | None], Event] = {}
    for (use, cause, depth, _), entry in m.ledger.freed.items():
        if entry.errors and entry.update is not None:
            found.setdefault((use, cause, depth), entry.update)
    return found


def _spares(m: Analysis, cause: SiteId, upstream: tuple[Address, ...]) -> Event | None:
    """Where would a detach() have kept the freeing call out of the shared part, if its gradients there are thrown away, or
    get into another optimiser's step?"""
    discarded, boundary = _discards(m, cause, upstream)
    place = m.ledger.sites[cause].location
    leaking = (leak.boundary for leak in find_leaks(m) if leak.site.location == place)
    return boundary if discarded else next(leaking, None)


def _trained_by(m: Analysis, site: SiteId, entry: Traversal) -> list[Address]:
    """The leaves of the shared part in which a call's gradients arrive."""
    return [leaf for leaf in entry.upstream if leaf in m.ledger.contributions.get(site, ())]


def _separates(m: Analysis, cause: SiteId, upstream: tuple[Address, ...]) -> Event | None:
    """Where would a detach() keep the freeing call out of the shared part, of which it is not known whose optimiser trains it,
    so that it still trains something?"""
    contributed = m.ledger.contributions.get(cause, {})
    others = frozenset(contributed) - frozenset(upstream)
    consumed = any(Fate.CONSUMED in contributed[leaf].fates for leaf in upstream if leaf in contributed)
    return None if consumed or not others else find_harmless_place(m, cause, frozenset(upstream), others)


def _discards(m: Analysis, use: SiteId, upstream: tuple[Address, ...]) -> tuple[bool, Event | None]:
    """Would the gradients of the shared part be thrown away, and where would a detach() keep them out?"""
    wasted, consumed = split_leaves(m, use)
    discarded = bool(upstream) and set(upstream) <= wasted and bool(consumed)
    return discarded, find_harmless_place(m, use, frozenset(wasted), frozenset(consumed)) if discarded else None


def _name_leaves(m: Analysis, site: SiteId, leaves: Iterable[Address]) -> str:
    """The module of leaves in which a call's gradients arrive."""
    return name_owner(m.ledger.contributions[site][leaf].name for leaf in leaves)


def _kept_out(m: Analysis, use: SiteId, place: Event | None) -> frozenset[Address]:
    """The leaves whose gradients are used, and would be kept out by a detach() there: the shared part's, and those of what is
    carried beside it."""
    return frozenset() if place is None else find_behind(m, use, (place,)) & split_leaves(m, use)[1]


def _stale(m: Analysis) -> Iterator[f.Finding]:
    places = _single_places(m) if m.ledger.stale else {}
    for (use, _), entry in m.ledger.stale.items():
        if entry.built is None or entry.write is None or not entry.chosen:
            continue
        spared = places.get(m.ledger.sites[use].location)
        if entry.carried:  # what a branch computes in one iteration for another one may never meet a step
            entry.passed, entry.unclear = m.ledger.unchanged[use], m.ledger.perhaps_changed[use]
        yield f.StaleGraphTraversal(
            subject(m, use),
            _confidence(entry),
            entry.assumptions,
            entry.write,
            entry.by_step,
            entry.what,
            entry.built,
            entry.carried,
            entry.silent,
            entry.before_loop,
            spared if spared is not None and is_spared(m, use, spared, entry.stale) else None,
        )


def _single_places(m: Analysis) -> dict[Location, Event]:
    """By engine call, where one detach() keeps gradients of no use away, or those that leak."""
    leaking = {leak.site.location: leak.boundary for leak in find_leaks(m) if leak.boundary is not None}
    return leaking | {one.site.location: one.boundary for one in _missing_detaches(m) if not one.also_at}


def _retains(m: Analysis) -> Iterator[f.Finding]:
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
    shared = {place for place, numbers in by_place.items() if len(origins[place]) > 1 and is_unneeded(m, numbers)}
    told: set[Location | None] = set()
    for origin, numbers in by_origin.items():
        if is_unneeded(m, numbers) and not shared.issuperset(m.ledger.sites[number].location for number in numbers):
            told.add(origin)
            yield see_written(m, numbers[0], _rebuilt(m, numbers))
    for place, known in by_place.items():
        numbers = m.ledger.omit_failing(known)
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


def find_idle_retains(m: Analysis) -> list[SiteId]:
    """The calls that, as far as was run, retain for nothing."""
    return [number for number, retain in m.ledger.retains.items() if retain.explicit and is_unneeded(m, [number])]


def is_unneeded(m: Analysis, numbers: list[SiteId]) -> bool:
    """Is it known that no call needs the graphs that these retain?"""
    return _is_followed(m, numbers) and not any(m.ledger.retains[number].needed_by for number in numbers)


def _is_followed(m: Analysis, numbers: list[SiteId]) -> bool:
    """Is all known that could become of the graphs that these calls retain?"""
    if any(m.ledger.retains[number].escapes for number in numbers) or not m.ledger.unsure.isdisjoint(numbers):
        return False
    return m.ledger.ends.find_doubt(numbers) is None


def _rebuilt(m: Analysis, numbers: list[SiteId]) -> Event | None:
    return next((r.built for number in numbers if (r := m.ledger.retains[number]).looped), None)


def _redundant(m: Analysis) -> Iterator[f.Finding]:
    for number, redundant in m.ledger.redundant.items():
        site = call_site(m, number)
        argument = retain_argument(site)
        literal = argument is not None and argument.value in ("True", "False")
        if redundant and literal and argument is not None:
            yield f.RedundantRetain(site, Confidence.DEFINITE, (), argument, argument.value == "True")


def _removed(m: Analysis) -> Iterator[f.Finding]:
    for number in m.ledger.removed:
        site = call_site(m, number)
        argument = next((a for a in site.arguments if a.keyword == "retain_variables"), None)
        if argument is not None:
            yield f.RemovedArgument(site, Confidence.DEFINITE, (), argument)


def _accumulations(m: Analysis) -> Iterator[f.Finding]:
    """Only of what is known to have a history: what code out of sight gave may be a number."""
    collected = defaultdict(list)
    for node, numbers in m.facts.accumulated.items():
        for number in numbers:
            collected[number].append(node)
    for number, accumulation in m.ledger.accumulations.items():
        reached = {node.number: node for node in m.graph.reach(collected[number])}
        if accumulation.entered or find_requiring(m, reached).isdisjoint(collected[number]):
            continue
        site = call_site(m, number)
        source = source_of(m, m.ledger.sites[number])
        text = source.slice(accumulation.value)
        value = ArgumentSite(source.location(accumulation.value), text, None)
        if "\n" not in text:
            yield f.AccumulatedHistory(site, Confidence.DEFINITE, (), accumulation.holder, value)


def _steps(m: Analysis) -> Iterator[f.Finding]:
    for number, step in (*m.ledger.steps.items(), *m.ledger.given_steps.items()):
        site = call_site(m, number)
        if step.repeated is None and _is_idle(step) and not m.ledger.cut_short:
            yield _idle_step(m, site, step)
        if step.repeated is not None and not step.unsure:
            renewed = None if step.renewed is None else _contribution(m, step.renewed)
            repeated = _contribution(m, step.repeated)
            yield f.UnclearedGradients(site, Confidence.DEFINITE, (), step.optimizer, repeated, renewed)


def _missing_detaches(m: Analysis) -> Iterator[f.MissingDetach]:
    """Not of gradients that are cleared before a step which then finds none: it may have been for these."""
    early = {h.cleared for step in m.ledger.steps.values() if _is_idle(step) for h in step.hindrances if h is not None}
    return (
        found for found in find_missing_detaches(m) if found.discarded_by is None or found.discarded_by not in early
    )


def _is_idle(step: Step) -> bool:
    """Has it found no gradient, as far as paths were followed?"""
    return not step.reached and not step.unsure and not step.fresh


def _idle_step(m: Analysis, site: CallSite, step: Step) -> f.StepWithoutGradient:
    """What is responsible is told if each visit has met the same."""
    found = next(iter(step.hindrances)) if len(step.hindrances) == 1 else None
    found = found or Hindrance()
    computed = None if found.site is None else _contribution(m, found.site)
    return f.StepWithoutGradient(site, Confidence.DEFINITE, (), step.optimizer, found.cut, found.cleared, computed)


def _contribution(m: Analysis, number: SiteId) -> Event:
    place = m.ledger.sites[number]
    return Event(EventKind.CONTRIBUTED, place.location, call_site(m, number).text, place.calls)
