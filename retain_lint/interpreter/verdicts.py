"""From the ledger to findings: DEFINITE, CONDITIONAL or silence. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.value import Address
from retain_lint.interpreter.boundary import find_boundary
from retain_lint.interpreter.ledger import Contributed, Fate, Ledger, Site, Traversal
from retain_lint.interpreter.machine import Machine, one_line
from retain_lint.ir.model import Argument
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
        *_detaches(m),
        *_steps(m),
        *_accumulations(m),
        *_removed(m),
    ]
    for finding in everything:
        key = (type(finding), finding.site.location)
        if key not in seen and finding.site.location.path == m.main:
            seen.add(key)
            yield finding


def call_site(m: Machine, number: SiteId) -> f.CallSite:
    """A program point as rules see it."""
    site = m.ledger.sites[number]
    source = m.sources[_module_of(m, site)]
    call = site.call
    if call is None:
        return f.CallSite(site.location, one_line(source.slice(site.instruction.span)), calls=site.calls)
    arguments = tuple(_argument(m, site, argument) for argument in call.arguments)
    receiver = one_line(source.slice(call.receiver)) if call.receiver is not None else ""
    text = one_line(source.slice(call.span))
    return f.CallSite(site.location, text, arguments, receiver, site.calls, not call.used)


def _module_of(m: Machine, site: Site) -> str:
    return next(path for path, source in m.sources.items() if source.path == site.location.path)


def _argument(m: Machine, site: Site, argument: Argument) -> f.ArgumentSite:
    source = m.sources[_module_of(m, site)]
    return f.ArgumentSite(source.location(argument.span), source.slice(argument.span), argument.keyword)


def retain_argument(site: f.CallSite, number: int = 1) -> f.ArgumentSite | None:
    """The argument that says retain_graph, by keyword or at its position."""
    for argument in site.arguments:
        if argument.keyword in ("retain_graph", "retain_variables"):
            return argument
    plain = [argument for argument in site.arguments if argument.keyword is None]
    return plain[number] if len(plain) > number else None


def _confidence(entry: Traversal) -> Confidence:
    return Confidence.CONDITIONAL if entry.passes else Confidence.DEFINITE


def _freed(m: Machine) -> Iterator[f.Finding]:
    for (use, cause, _), entry in list(m.ledger.freed.items()):
        if not entry.errors or entry.built is None or cause < 0:
            continue
        discarded, boundary = _discards(m, use, entry.upstream)
        yield f.FreedGraphTraversal(
            call_site(m, use),
            _confidence(entry),
            entry.assumptions,
            call_site(m, cause),
            entry.built,
            entry.carried,
            discarded,
            entry.adjacent,
            boundary or entry.entry,
            entry.before_loop,
        )


def _discards(m: Machine, use: SiteId, upstream: tuple[Address, ...]) -> tuple[bool, Event | None]:
    """Would the gradients of the shared part be thrown away, and where would a detach() keep them out?"""
    wasted, consumed = _split(m, use)
    discarded = bool(upstream) and set(upstream) <= wasted and bool(consumed)
    return discarded, _boundary(m, use, frozenset(wasted), frozenset(consumed)) if discarded else None


def _stale(m: Machine) -> Iterator[f.Finding]:
    for (use, _), entry in m.ledger.stale.items():
        if entry.built is None or entry.write is None:
            continue
        yield f.StaleGraphTraversal(
            call_site(m, use),
            Confidence.DEFINITE,
            entry.assumptions,
            entry.write,
            entry.by_step,
            entry.what,
            entry.built,
            entry.carried,
            entry.silent,
        )


def _retains(m: Machine) -> Iterator[f.Finding]:
    """Retains by place: unnecessary only if no visit of the place, in any context, was needed or lost from sight."""
    by_place: dict[Location, list[SiteId]] = defaultdict(list)
    for number, retain in m.ledger.retains.items():
        if retain.explicit:
            by_place[m.ledger.sites[number].location].append(number)
    for numbers in by_place.values():
        retains = [m.ledger.retains[number] for number in numbers]
        if any(r.escaped for r in retains) or any(number in m.ledger.unsure for number in numbers):
            continue
        site = call_site(m, numbers[0])
        later = {use: adjacent for r in retains for use, adjacent in r.needed_by.items()}
        if not later:
            rebuilt = next((r.built for r in retains if r.looped), None)
            yield f.UnneededRetain(site, Confidence.DEFINITE, (), retain_argument(site), rebuilt)
        elif len(later) == 1 and all(later.values()) and not any(r.unsure for r in retains):
            use = next(iter(later))
            if use not in numbers:
                yield f.SeparateBackwards(site, Confidence.DEFINITE, (), call_site(m, use))


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


def _fate_sets(ledger: Ledger, site: SiteId) -> dict[Address, Contributed]:
    return ledger.contributions.get(site, {})


def _split(m: Machine, site: SiteId) -> tuple[set[Address], set[Address]]:
    """The leaves in which a call's gradients are always thrown away, and those in which they are, or may be, used."""
    wasted: set[Address] = set()
    consumed: set[Address] = set()
    for leaf, contributed in _fate_sets(m.ledger, site).items():
        if not contributed.fates:
            continue
        if (
            Fate.DISCARDED in contributed.fates
            and contributed.fates <= {Fate.DISCARDED, Fate.PENDING}
            or contributed.fates == {Fate.PENDING}
            and leaf not in m.ledger.owned
            and not m.ledger.unknown_ownership
        ):
            wasted.add(leaf)
        else:
            consumed.add(leaf)
    return wasted, consumed


def _boundary(m: Machine, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]) -> Event | None:
    places = {
        find_boundary(m.graph, roots, wasted & frozenset(leaves), consumed & frozenset(leaves))
        for roots, leaves in m.ledger.reaches.get(site, [])
        if wasted & frozenset(leaves)
    }
    return places.pop() if len(places) == 1 else None


def _detaches(m: Machine) -> Iterator[f.Finding]:
    erring = {number for (use, cause, _), entry in m.ledger.freed.items() if entry.errors for number in (use, cause)}
    erring |= {use for use, _ in m.ledger.stale}
    by_place: dict[Location, list[SiteId]] = defaultdict(list)
    for number in m.ledger.contributions:
        by_place[m.ledger.sites[number].location].append(number)
    for numbers in by_place.values():
        found = [_missing_detach(m, number) for number in numbers]
        if all(found) and not any(number in erring for number in numbers):
            finding = found[0]
            if finding is not None:
                yield finding


def _missing_detach(m: Machine, number: SiteId) -> f.MissingDetach | None:
    wasted, consumed = _split(m, number)
    fates = _fate_sets(m.ledger, number)
    used = {leaf for leaf in consumed if Fate.CONSUMED in fates[leaf].fates}
    if not wasted or not used or number in m.ledger.unsure:
        return None
    boundary = _boundary(m, number, frozenset(wasted), frozenset(consumed))
    if boundary is None:
        return None
    cleared = next((fates[leaf].cleared for leaf in sorted(wasted) if fates[leaf].cleared), None)
    name = next((fates[leaf].name for leaf in sorted(wasted) if fates[leaf].name), "")
    site = call_site(m, number)
    return f.MissingDetach(site, Confidence.DEFINITE, (), name, boundary, cleared, None)


def _leaks(m: Machine) -> Iterator[f.Finding]:
    for (number, _leaf), leak in m.ledger.leaks.items():
        leaking = frozenset(known for site, known in m.ledger.leaks if site == number)
        others = frozenset(_fate_sets(m.ledger, number)) - leaking
        boundary = _boundary(m, number, leaking, others)
        site = call_site(m, number)
        yield f.GradientLeak(site, Confidence.DEFINITE, (), leak.name, leak.step, call_site(m, leak.intended), boundary)


def _accumulations(m: Machine) -> Iterator[f.Finding]:
    for number, accumulation in m.ledger.accumulations.items():
        if accumulation.entered:
            continue
        site = call_site(m, number)
        value = _value_site(m, m.ledger.sites[number], accumulation.value)
        if value is not None:
            yield f.AccumulatedHistory(site, Confidence.DEFINITE, (), accumulation.holder, value)


def _value_site(m: Machine, site: Site, value: str) -> f.ArgumentSite | None:
    """The place of the value in the statement that collects it; None where it is not on the statement's last line."""
    source = m.sources[_module_of(m, site)]
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
        if not step.reached and not step.unsure and not step.fresh:
            yield f.StepWithoutGradient(site, Confidence.DEFINITE, (), step.optimizer, step.cut)
        if step.repeated is not None and not step.unsure:
            place = m.ledger.sites[step.repeated]
            event = Event(EventKind.CONTRIBUTED, place.location, call_site(m, step.repeated).text, place.calls)
            yield f.UnclearedGradients(site, Confidence.DEFINITE, (), step.optimizer, event)
