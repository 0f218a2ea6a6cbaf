"""When engine calls, steps and clears first ran, in order: what pictures are drawn from. Floor 3."""

from __future__ import annotations

from dataclasses import dataclass, field

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.history import Event
from retain_lint.domain.value import Address
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class Moment:
    """The first visit of a program point; nodes from `nodes` on were made after it. FREED and RETAINED are engine calls that start
    from `roots`, MODIFIED is a step of `optimizer`, CLEARED clears gradients."""

    event: Event
    nodes: NodeId
    roots: tuple[NodeId, ...] = ()
    leaves: tuple[Address, ...] = ()
    optimizer: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moments of one analysis, and what the leaves that they are about are called."""

    moments: dict[tuple[Location, tuple[Location, ...]], Moment] = field(default_factory=dict)
    names: dict[Address, str] = field(default_factory=dict)
    #: the names of the optimisers of each leaf, as their steps call them
    optimizers: dict[Address, dict[str, None]] = field(default_factory=dict)
    #: what was detached, and where
    cuts: dict[Event, NodeId] = field(default_factory=dict)

    def note(self, moment: Moment) -> None:
        """Notes a moment, if its program point has not run before."""
        self.moments.setdefault((moment.event.location, moment.event.calls), moment)

    def name(self, leaf: Address, name: str, optimizer: str = "") -> None:
        """Notes what a leaf is called, and one of its optimisers."""
        self.names.setdefault(leaf, name)
        if optimizer:
            self.optimizers.setdefault(leaf, {})[optimizer] = None
