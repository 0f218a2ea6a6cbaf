"""Events: what happened where, noted by the transfer function when it happens. Floor 2."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from retain_lint.domain.shapes import Shape
from retain_lint.source import Location


class EventKind(Enum):
    """What an event did to a graph. HELD: a boundary whose expression is a container, or not always a tensor: what it holds
    can be detached, the expression itself cannot. UNRECORDED: it was computed while gradients were off. OVERWRITTEN: the program
    wrote to a gradient, which raises where there is none."""

    BUILT = "built"
    FREED = "freed"
    RETAINED = "retained"
    MODIFIED = "modified"
    CONTRIBUTED = "contributed"
    CONSUMED = "consumed"
    CLEARED = "cleared"
    OVERWRITTEN = "overwritten"
    BOUNDARY = "boundary"
    HELD = "held"
    CALLED = "called"
    ASSUMED = "assumed"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Event:
    """One effect on the graph: `text` is the source text of the responsible expression, such as `loss.backward()`.
    `calls` are the places of the inlined calls that lead there, outermost first. `shape`: of what is HELD."""

    kind: EventKind
    location: Location
    text: str
    calls: tuple[Location, ...] = ()
    shape: Shape | None = None


Expression: TypeAlias = "tuple[Location, str]"
"""A place in the program where a value is handed on, with its text."""


def expression_of(event: Event) -> Expression:
    """Which expression an event is about."""
    return event.location, event.text
