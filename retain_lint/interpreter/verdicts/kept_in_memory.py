"""What keeps in memory the graph that a detach() cuts off. Floor 3.

Backward frees the buffers that it runs through; those that a detach() keeps it out of live as long as a name leads to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_site import CallSite
from retain_lint.domain.history import Event, Expression, expression_of
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.shapes import TENSOR
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.verdicts.single_uses import move_to_definitions

_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")


def find_keeper(m: Analysis, site: CallSite, places: Sequence[Event], moved: Sequence[Event]) -> str:
    """A name that holds, when the call has returned, some of what is cut off at the places; "" if there is none. `moved`: the same
    places, some of them to where the tensor is made: its own name then holds none of it."""
    found = _find_keeping(m, site, places, moved)
    return "" if found is None else found.text


def _find_keeping(m: Analysis, site: CallSite, places: Sequence[Event], moved: Sequence[Event]) -> Event | None:
    stay = {expression_of(place) for place in moved}
    edges = m.graph.edges_at({expression_of(place) for place in places})
    released = {(edge.child, edge.at[1]) for edge in edges if edge.at not in stay}
    cut = _find_holding(m, {edge.child for edge in edges})
    for node in m.graph.nodes if cut else ():
        for child, events in node.uses:
            for event in events if child in cut else ():
                if _lasts(event, site) and (child, event.text) not in released:
                    return event
    return None


def find_lower(m: Analysis, site: CallSite, places: Sequence[Event], accepts: Callable[[Event], bool]) -> Event | None:
    """An accepted place further down, where a detach() lets all go at once that some name would keep."""
    tried: set[Expression] = set()
    keeper = _find_left(m, site, places)
    while keeper is not None and expression_of(keeper) not in tried:
        tried.add(expression_of(keeper))
        if not accepts(keeper):
            return None
        lower, keeper = keeper, _find_left(m, site, (keeper,))
        if keeper is None:
            return lower
    return None


def _find_left(m: Analysis, site: CallSite, places: Sequence[Event]) -> Event | None:
    """Where a name is used that still holds some of it when each tensor is detached where it is made, as far as that is possible."""
    kept = _find_keeping(m, site, places, places)
    always = all(m.facts.shapes.get(place.location, TENSOR) == TENSOR for place in places)
    return _find_keeping(m, site, places, move_to_definitions(m, places)) if kept is not None and always else kept


def _find_holding(m: Analysis, tops: set[NodeId]) -> set[NodeId]:
    """The nodes below, at or under which buffers are held."""
    holding: set[NodeId] = set()
    for node in sorted(m.graph.reach(tops), key=lambda node: node.number):  # inputs are older than what they feed
        own = node.holds is not Ternary.NO and node.leaf is None
        if own or not holding.isdisjoint(node.inputs):
            holding.add(node.number)
    return holding


def _lasts(event: Event, site: CallSite) -> bool:
    """Is it a name, and one of a function that still runs when the call returns?"""
    running = event.calls == site.calls[: len(event.calls)]
    return running and _NAME.fullmatch(event.text) is not None
