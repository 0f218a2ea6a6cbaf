"""Program points as the rules see them: the text of a call, its arguments, where it was called from. Floor 3."""

from __future__ import annotations

from os.path import commonprefix

from retain_lint.domain import finding as f
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.history import Event
from retain_lint.frontend.text import SourceText
from retain_lint.interpreter.ledger import Site
from retain_lint.interpreter.machine import Machine, one_line
from retain_lint.ir.model import Argument
from retain_lint.source import Location


def call_site(m: Machine, number: SiteId) -> f.CallSite:
    """A program point as rules see it."""
    return see_call(m, m.ledger.sites[number])


def see_call(m: Machine, site: Site) -> f.CallSite:
    """An instruction as rules see it."""
    source = source_of(m, site)
    call = site.call
    if call is None:
        return f.CallSite(site.location, one_line(source.slice(site.instruction.span)), calls=site.calls)
    arguments = tuple(see_argument(m, site, argument) for argument in call.arguments)
    receiver = one_line(source.slice(call.receiver)) if call.receiver is not None else ""
    text = one_line(source.slice(call.span))
    return f.CallSite(site.location, text, arguments, receiver, site.calls, not call.used)


def place_of(m: Machine, number: SiteId) -> Location:
    """Where an engine call is told: where it stands; or, in another file, where the analysed file hands it its tensors."""
    place, main = m.ledger.sites[number].location, m.sources[m.main].path
    handed = m.ledger.handed.get(number, ()) if place.path != main else ()
    return next((call for call in handed if call.path == main), place)


def subject(m: Machine, number: SiteId) -> f.CallSite:
    """The engine call; or, when it stands in another file, the call of the analysed file that hands it its tensors."""
    site, place, main = call_site(m, number), place_of(m, number), m.sources[m.main]
    if place == site.location:
        return site
    calls = site.calls[: site.calls.index(place)] if place in site.calls else ()
    return f.CallSite(place, one_line(main.slice(main.span_of(place))), calls=calls)


def see_apart(site: f.CallSite, first: Event, second: Event) -> tuple[Location, Location]:
    """The expressions that lead to two events, as seen from a call; where it is the same one, those inside that do not."""
    one, two = _seen_from(site, first), _seen_from(site, second)
    if one != two:
        return one, two
    ways = [(*event.calls, event.location) for event in (first, second)]
    depth = len(commonprefix([way[:-1] for way in ways]))
    return ways[0][depth], ways[1][depth]


def _seen_from(site: f.CallSite, event: Event) -> Location:
    """Where the way to an event leaves that to a call, in the function that they share; if that stands in another file, the
    last expression on it in the call's own."""
    way = (*event.calls, event.location)
    parting = way[len(commonprefix([way[:-1], site.calls]))]
    near = [place for place in way if place.path == site.location.path]
    return near[-1] if near and parting.path != site.location.path else parting


def source_of(m: Machine, site: Site) -> SourceText:
    """The file that a program point stands in."""
    return next(source for source in m.sources.values() if source.path == site.location.path)


def see_argument(m: Machine, site: Site, argument: Argument) -> f.ArgumentSite:
    """An argument of a call as rules see it."""
    source = source_of(m, site)
    return f.ArgumentSite(source.location(argument.span), source.slice(argument.span), argument.keyword)


def retain_argument(site: f.CallSite, number: int = 1) -> f.ArgumentSite | None:
    """The argument that says retain_graph, by keyword or at its position."""
    for argument in site.arguments:
        if argument.keyword in ("retain_graph", "retain_variables"):
            return argument
    plain = [argument for argument in site.arguments if argument.keyword is None]
    return plain[number] if len(plain) > number else None
