"""Paths that the budget ends: what is not known of them is noted. Floor 3."""

from __future__ import annotations

from retain_lint.domain.call_verdict import Doubt
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.purge import purge
from retain_lint.domain.state import State
from retain_lint.interpreter.context.analysis import Analysis


def abandon(m: Analysis, states: list[State], doubt: Doubt) -> None:
    """Who would still have needed the graphs that these paths keep is not known; nor where else they would have gone."""
    m.ledger.cut_short = True
    for context in m.stack:
        m.ledger.cut_functions.setdefault(id(context.function), doubt)
    m.ledger.cut.update((site, doubt) for state in states for site, _ in state.causes)
    for state in states:
        m.ledger.ends.end(state, doubt)
        if state.kept:
            _abandon_kept(m, state, doubt)


def _abandon_kept(m: Analysis, state: State, doubt: Doubt) -> None:
    purge(state, m.graph)  # what nothing leads to is needed by nobody
    held = [kept.sites for number, kept in state.kept.items() if m.graph[number].holds is not Ternary.NO]
    m.ledger.ends.abandon(frozenset().union(*held), state, doubt)
