"""From the ledger to findings: DEFINITE, CONDITIONAL or silence. Floor 3."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event, EventKind
from retain_lint.domain.value import Address
from retain_lint.interpreter.boundary import Crossing, Expression, expression_of, find_crossings, places_of
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
        if key not in seen and finding.site.location.path == m.sources[m.main].path:
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


def subject(m: Machine, number: SiteId) -> f.CallSite:
    """The engine call; or, when it stands in another file, the call of the analysed file that hands it its tensors."""
    site = call_site(m, number)
    main = m.sources[m.main]
    place = next((place for place in m.ledger.handed.get(number, ()) if place.path == main.path), None)
    if site.location.path == main.path or place is None:
        return site
    calls = site.calls[: site.calls.index(place)] if place in site.calls else ()
    return f.CallSite(place, one_line(main.slice(main.span_of(place))), calls=calls)


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
    for (use, cause, *_), entry in sorted(m.ledger.freed.items(), key=lambda item: item[1].passes > 0):
        if not entry.errors or entry.built is None or cause < 0:
            continue
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
            subject(m, use),
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
        if not m.ledger.abandoned.isdisjoint(numbers) and m.ledger.outlived.isdisjoint(numbers):
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
            and leaf not in m.ledger.owned
            and not m.ledger.unknown_ownership
            and contributed.parameter
        ):
            wasted.add(leaf)
        elif contributed.parameter or contributed.fates != {Fate.PENDING}:
            consumed.add(leaf)
    return wasted, consumed


def _boundaries(
    m: Machine,
    site: SiteId,
    wasted: frozenset[Address],
    consumed: frozenset[Address],
    barred: frozenset[Expression] = frozenset(),
) -> tuple[Event, ...]:
    """The expressions to detach, when every execution that was looked at has some."""
    samples = _crossings_by_sample(m, site, wasted, consumed, barred)
    return places_of(crossing for crossings in samples for crossing in crossings) if all(samples) else ()


def _crossings_by_sample(
    m: Machine,
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


def _boundary(m: Machine, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]) -> Event | None:
    """The one expression to detach."""
    places = _boundaries(m, site, wasted, consumed)
    return places[0] if len(places) == 1 else None


def _detaches(m: Machine) -> Iterator[f.Finding]:
    """A call that errs for want of the upstream graph has its own message, with the same advice; where a call errs, or
    makes another err, only gradients that something really throws away are spoken of."""
    freed = [(use, cause) for (use, cause, *_), entry in m.ledger.freed.items() if entry.errors]
    erring = {use for use, _ in freed}
    entangled = {cause for _, cause in freed} | {use for use, _ in m.ledger.stale}
    by_place: dict[Location, list[SiteId]] = defaultdict(list)
    for number in m.ledger.contributions:
        by_place[m.ledger.sites[number].location].append(number)
    for numbers in by_place.values():
        found = [_missing_detach(m, number) for number in numbers]
        if all(found) and not any(number in erring for number in numbers):
            finding = found[0]
            if finding is not None and (finding.discarded_by or not entangled.intersection(numbers)):
                yield finding


def _missing_detach(m: Machine, number: SiteId) -> f.MissingDetach | None:
    wasted, consumed = (frozenset(leaves) for leaves in _split(m, number))
    if number in m.ledger.unsure | (m.ledger.abandoned - m.ledger.outlived) or not wasted:
        return None
    fates = _fate_sets(m.ledger, number)
    if not any(Fate.CONSUMED in fates[leaf].fates for leaf in consumed):
        return None
    while needed := _needed_elsewhere(m, number, wasted, consumed):
        wasted, consumed = wasted - needed, consumed | needed
    barred: frozenset[Expression] = frozenset()
    boundaries = _boundaries(m, number, wasted, consumed)
    while carrying := _carrying_wanted(m, number, boundaries, consumed):
        barred |= carrying
        boundaries = _boundaries(m, number, wasted, consumed, barred)
    if not boundaries:
        return None
    cleared = next((fates[leaf].cleared for leaf in sorted(wasted) if fates[leaf].cleared), None)
    name = next((fates[leaf].name for leaf in sorted(wasted) if fates[leaf].name), "")
    site = subject(m, number)
    return f.MissingDetach(site, Confidence.DEFINITE, (), name, boundaries[0], cleared, None, also_at=boundaries[1:])


def _carrying_wanted(
    m: Machine, site: SiteId, places: tuple[Event, ...], wanted: frozenset[Address]
) -> frozenset[Expression]:
    """The places that hand on gradients that are wanted, in another execution of the same call, or that another call is
    consumed for."""
    expressions = {expression_of(place) for place in places}
    found: set[Expression] = set()
    for other, samples in m.ledger.reaches.items() if places else ():
        own = wanted if other == site else _consumed_leaves(m.ledger, other)
        for roots, leaves in samples:
            found |= {
                expression_of(event)
                for node in m.graph.reach(roots)
                for child, events in node.uses
                for event in events
                if expression_of(event) in expressions
                and any(below.leaf in own and below.leaf in leaves for below in m.graph.reach([child]))
            }
    return frozenset(found)


def _consumed_leaves(ledger: Ledger, site: SiteId) -> frozenset[Address]:
    """The leaves in which a step has taken in gradients of a call."""
    return frozenset(leaf for leaf, c in _fate_sets(ledger, site).items() if Fate.CONSUMED in c.fates)


def _needed_elsewhere(
    m: Machine, site: SiteId, wasted: frozenset[Address], consumed: frozenset[Address]
) -> frozenset[Address]:
    """The wasted leaves that another engine call trains through the very place where a detach() would stand."""
    needed: set[Address] = set()
    crossings = {c for sample in _crossings_by_sample(m, site, wasted, consumed) for c in sample}
    if not crossings:
        return frozenset()
    for other, samples in m.ledger.reaches.items():
        used = _consumed_leaves(m.ledger, other) & wasted
        if other == site or not used:
            continue
        for roots, _ in samples:
            nodes = {node.number for node in m.graph.reach(roots)}
            below = [c.child for c in crossings if c.parent in nodes]
            needed |= used & {node.leaf for node in m.graph.reach(below) if node.leaf is not None}
    return frozenset(needed)


def _leaks(m: Machine) -> Iterator[f.Finding]:
    """Of calls that do not err themselves: nobody sees the gradients of those that do."""
    erring = {use for (use, *_), entry in m.ledger.freed.items() if entry.errors} | {use for use, _ in m.ledger.stale}
    for (number, _leaf), leak in m.ledger.leaks.items():
        if number in erring:
            continue
        leaking = frozenset(known for site, known in m.ledger.leaks if site == number)
        others = frozenset(_fate_sets(m.ledger, number)) - leaking
        boundary = _boundary(m, number, leaking, others)
        if boundary is None and _shares_forward(m, number, leak.intended, leaking):
            continue  # several losses on one forward pass of what is stepped, and no way to part them: a sum by intention
        site, intended = subject(m, number), subject(m, leak.intended)
        yield f.GradientLeak(site, Confidence.DEFINITE, (), leak.name, leak.step, intended, boundary)


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
