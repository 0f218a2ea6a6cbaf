"""Program points as the rules see them: the text of a call, its arguments, where it was called from. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from os.path import commonprefix

from retain_lint.diagnostic import Confidence
from retain_lint.domain import finding as f
from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event
from retain_lint.frontend.snippets import one_line
from retain_lint.frontend.text import SourceText
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.context.ledger import Site
from retain_lint.ir.model import Argument, Binary, SetAttr, SetItem, StoreFree, StoreGlobal
from retain_lint.ir.operands import reads, writes
from retain_lint.ir.walk import instructions_of
from retain_lint.source import Location, Span


def call_site(m: Analysis, number: SiteId) -> CallSite:
    """A program point as rules see it."""
    return see_call(m, m.ledger.sites[number])


def see_call(m: Analysis, site: Site) -> CallSite:
    """An instruction as rules see it."""
    source = source_of(m, site)
    call = site.call
    if call is None:
        return CallSite(site.location, one_line(source.slice(site.instruction.span)), calls=site.calls)
    arguments = tuple(see_argument(m, site, argument) for argument in call.arguments)
    receiver = one_line(source.slice(call.receiver)) if call.receiver is not None else ""
    text = one_line(source.slice(call.span))
    return CallSite(site.location, text, arguments, receiver, site.calls, not call.used)


def place_of(m: Analysis, number: SiteId) -> Location:
    """Where an engine call is told: where it stands; or, in another file, where the analysed file hands it its tensors."""
    place, main = m.ledger.sites[number].location, m.program.sources[m.program.main].path
    handed = m.ledger.handed.get(number, ()) if place.path != main else ()
    return next((call for call in handed if call.path == main), place)


def subject(m: Analysis, number: SiteId) -> CallSite:
    """The engine call; or, when it stands in another file, the call of the analysed file that hands it its tensors."""
    site, place, main = call_site(m, number), place_of(m, number), m.program.sources[m.program.main]
    if place == site.location:
        return site
    calls = site.calls[: site.calls.index(place)] if place in site.calls else ()
    return CallSite(place, one_line(main.slice(main.span_of(place))), calls=calls)


def see_event(m: Analysis, site: CallSite, event: Event) -> Event:
    """The expression that leads to an event, as seen from a call: that of the caller, not what it runs."""
    return _event_at(m, event, _seen_from(site, event))


def see_apart(m: Analysis, site: CallSite, first: Event, second: Event) -> tuple[Event, Event]:
    """The expressions that lead to two events, as seen from a call; where it is the same one, those inside that do not."""
    one, two = _seen_from(site, first), _seen_from(site, second)
    if one == two:
        ways = [_way_to(event) for event in (first, second)]
        depth = len(commonprefix([way[:-1] for way in ways]))
        one, two = ways[0][depth], ways[1][depth]
    return _event_at(m, first, one), _event_at(m, second, two)


def name_result(m: Analysis, event: Event) -> Event:
    """The event by the name that the result of its expression gets at once; by the expression, if it gets none."""
    source = _source_at(m, event.location)
    names = set() if source is None else set(names_given(m, source.path, source.span_of(event.location)))
    return replace(event, text=names.pop()) if len(names) == 1 else event


def names_given(m: Analysis, path: str, span: Span) -> Iterator[str]:
    """The variable, attribute or item that alone is assigned what the expression makes."""
    loaded = next((loaded for loaded in m.program.modules.values() if loaded and loaded.source.path == path), None)
    if loaded is None:
        return
    for function in (loaded.module.body, *loaded.module.functions):
        body = list(instructions_of(function.body))
        making = [i for i in body if i.span == span and not (isinstance(i, Binary) and i.in_place)]
        for register in {register for instruction in making for register in writes(instruction)}:
            takers = [taker for taker in body if register in reads(taker)]
            if not register.startswith("%"):
                yield register
            elif len(takers) == 1 and isinstance(takers[0], (SetAttr, SetItem, StoreGlobal, StoreFree)):
                yield loaded.source.slice(takers[0].span)


def _event_at(m: Analysis, event: Event, place: Location) -> Event:
    source = _source_at(m, place)
    if place == event.location or source is None:
        return replace(event, calls=())
    return Event(event.kind, place, one_line(source.slice(source.span_of(place))))


def _source_at(m: Analysis, place: Location) -> SourceText | None:
    return next((source for source in m.program.sources.values() if source.path == place.path), None)


def _way_to(event: Event) -> tuple[Location, ...]:
    """The calls that lead to an event, and its place. Clients call from nowhere: an empty span."""
    return (*_written(event.calls), event.location)


def _written(calls: Iterable[Location]) -> tuple[Location, ...]:
    return tuple(call for call in calls if call.span.end_column or call.span.start_line != call.span.end_line)


def _seen_from(site: CallSite, event: Event) -> Location:
    """Where the way to an event leaves that to a call, in the function that they share; if that stands in another file, the
    last expression on it in the call's own."""
    way = _way_to(event)
    parting = way[len(commonprefix([way[:-1], _written(site.calls)]))]
    near = [place for place in way if place.path == site.location.path]
    return near[-1] if near and parting.path != site.location.path else parting


def source_of(m: Analysis, site: Site) -> SourceText:
    """The file that a program point stands in."""
    return next(source for source in m.program.sources.values() if source.path == site.location.path)


def see_argument(m: Analysis, site: Site, argument: Argument) -> ArgumentSite:
    """An argument of a call as rules see it."""
    source = source_of(m, site)
    return ArgumentSite(source.location(argument.span), source.slice(argument.span), argument.keyword)


def retain_argument(site: CallSite, number: int = 1) -> ArgumentSite | None:
    """The argument that says retain_graph, by keyword or at its position."""
    for argument in site.arguments:
        if argument.keyword in ("retain_graph", "retain_variables"):
            return argument
    plain = [argument for argument in site.arguments if argument.keyword is None]
    return plain[number] if len(plain) > number else None


def written_at(m: Analysis, number: SiteId) -> Location | None:
    """The place of the argument by which an engine call retains its graph, if that is not its own."""
    origin = m.ledger.origins.get(number)
    return None if origin is None else m.program.sources[origin.module].location(origin.argument.span)


def see_written(m: Analysis, number: SiteId, rebuilt: Event | None) -> f.UnneededRetain:
    """The call that the argument is written in, as one that retains for nothing."""
    origin = m.ledger.origins[number]
    assert origin is not None
    location = m.program.sources[origin.module].location(origin.call.span)
    calls = m.ledger.sites[number].calls
    site = Site(origin.call, location, calls[: calls.index(location)] if location in calls else ())
    argument, engine = see_argument(m, site, origin.argument), replace(call_site(m, number), calls=())
    optional = origin.optional is not False
    return f.UnneededRetain(see_call(m, site), Confidence.DEFINITE, (), argument, rebuilt, optional, engine)
