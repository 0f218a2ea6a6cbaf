"""Paths that the budget ends: what is not known of them is noted. Floor 3."""

from __future__ import annotations

from collections.abc import Iterable

from retain_lint.domain.autograd_graph import NodeId
from retain_lint.domain.call_verdict import Doubt
from retain_lint.domain.canonical import is_older
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.joined_values import may_keep
from retain_lint.domain.lattice import Ternary
from retain_lint.domain.purge import purge
from retain_lint.domain.retained import Kept
from retain_lint.domain.state import State
from retain_lint.domain.value import Symbol
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.effects.name_call_graph import engine_calls_in
from retain_lint.ir.model import Block


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
    remembered = _remembered(state)
    given_out = {
        number: kept
        for number, kept in state.kept.items()
        if number in remembered or m.facts.is_perhaps_another(number)
    }
    purge(state, m.graph)  # what nothing leads to is needed by nobody
    held = {
        number: kept for number, kept in (given_out | state.kept).items() if m.graph[number].holds is not Ternary.NO
    }
    m.ledger.ends.abandon(_sites_of(held.values()), state, doubt)
    # a path that leaves the loop before this iteration says nothing of what the iteration needs
    carried = [kept for number, kept in held.items() if is_older(m.graph[number].stamp, state.loops)]
    m.ledger.ends.lose(_sites_of(carried), doubt)


def _remembered(state: State) -> set[NodeId]:
    """What one of several objects has computed, not known which, if one of them keeps that."""
    return {number for key, built in state.unseen_built.items() if may_keep(Symbol(key)) for number in built}


def note_skipped(m: Analysis, state: State, arm: Block) -> None:
    """A path leaves out an arm in this iteration; one that the budget may keep from being followed takes it."""
    if not state.kept or not state.loops or m.context.module != m.program.main:
        return
    calls = [id(call) for call in engine_calls_in(m, arm)]
    if calls:
        purge(state, m.graph)
        m.ledger.ends.skip(_sites_of(state.kept.values()), calls, state)


def _sites_of(kept: Iterable[Kept]) -> frozenset[SiteId]:
    return frozenset[SiteId]().union(*(one.sites for one in kept))
