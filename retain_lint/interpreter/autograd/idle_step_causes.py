"""Why a step finds no gradients: what was detached, or cleared too early, since the step before it. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.gradients import Contribution, Hindrance
from retain_lint.domain.history import Event
from retain_lint.domain.state import State
from retain_lint.domain.value import Address
from retain_lint.interpreter.context.analysis import Analysis


def note_cut(m: Analysis, state: State, node: NodeId, event: Event) -> None:
    """What leads to leaves was detached."""
    m.ledger.timeline.cuts.setdefault(event, node)
    found = Hindrance(cut=event, since=state.clock)
    leaves = [below.leaf for below in m.graph.reach([node]) if below.leaf is not None]
    state.hinder(leaves, found)


def note_cleared(state: State, leaf: Address, contributions: tuple[Contribution, ...], event: Event) -> None:
    """The gradients of a leaf were thrown away, some of them before any step had taken them in."""
    lost = [c.site for c in contributions if c.certain and not c.consumers]
    if lost:
        state.hinder([leaf], Hindrance(cleared=event, site=lost[-1]))


def find_hindrance(state: State, leaves: Iterable[Address]) -> Hindrance | None:
    """What kept gradients from these leaves, for a step that finds none. A detach only if an engine call came after it that
    no step was for yet."""
    own = [state.hindrances[leaf] for leaf in leaves if leaf in state.hindrances]
    pending = (c.time for contributions in state.gradients.values() for c in contributions if c.time not in state.steps)
    latest = max(pending, default=0)
    return next((known for known in own if known.cleared is not None or known.since < latest), None)
