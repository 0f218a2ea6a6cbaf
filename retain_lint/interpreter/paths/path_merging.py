"""Where paths meet: those with equal canonical forms are merged, and past the budget the surplus is joined to MAYBE; heads
of loops that have been met before. Floor 3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from retain_lint.domain.base import Base
from retain_lint.domain.canonical import Form, canonical
from retain_lint.domain.heap import InstanceRecord, LayerRecord
from retain_lint.domain.join import join_states
from retain_lint.domain.merge import merge_alike, merge_equal
from retain_lint.domain.purge import purge_grown
from retain_lint.domain.state import State
from retain_lint.domain.value import Known, Value
from retain_lint.interpreter.calls.merge_factories import holds_own_object
from retain_lint.interpreter.context.analysis import Analysis
from retain_lint.interpreter.paths.selections import join_selections

#: paths that may differ in nothing but numbers; more of them are merged
MAX_EXACT = 3
#: contributions to gradients that a state has at most, unless engine calls follow each other without a clear; and how many
#: more of them are compared in the time of an instruction
USUAL_CONTRIBUTIONS = 200
CONTRIBUTIONS_A_STEP = 2


def settle(m: Analysis, states: list[State], live: frozenset[str] | None, base: Base) -> list[State]:
    """Merges paths with equal futures and holds their number within the budget. All descend from `base`. `live` None:
    every register is."""
    if len(states) < 2:
        return states
    if m.budget.most_paths == 1:
        return [join_paths(m, part) for part in m.partition.divide(states)]
    states = merge_equal(states, lambda state: form_of(m, state, live, base))
    if len(states) > MAX_EXACT:
        states = merge_alike(states, lambda state: form_of(m, state, live, base, coarse=True), m.fresh)
    if len(states) > MAX_EXACT:
        states = join_selections(m, states)
    m.budget.steps -= len(states) * len(states) + sum(map(_excess, states)) // CONTRIBUTIONS_A_STEP
    if len(states) > m.budget.disjuncts:
        states = _rank(m, states)
    most = m.budget.disjuncts
    return states if len(states) <= most else [*states[: most - 1], join_paths(m, states[most - 1 :])]


def _excess(state: State) -> int:
    """By how many contributions to gradients a state is larger than usual: comparing and joining take that longer."""
    return max(0, sum(map(len, state.gradients.values())) - USUAL_CONTRIBUTIONS)


def join_paths(m: Analysis, states: list[State]) -> State:
    """The paths as one, the last ones joined first."""
    *others, joined = states
    for state in reversed(others):
        m.ledger.budget_cuts["disjuncts"] += 1
        joined = join_states(state, joined, m.graph, m.fresh)
        joined.crowded = True
    return joined


def _rank(m: Analysis, states: list[State]) -> list[State]:
    """The paths in the order in which they are to be kept apart: those of the checked file's objects; then one of each kind,
    first those that were joined with no others and see most networks; then the second of each kind."""
    met: Counter[Hashable] = Counter()
    ranked: list[tuple[tuple[bool, int, int], State]] = []
    for state in sorted(states, key=lambda state: state.crowded):
        kind = _kind(m, state)
        networks = sum(isinstance(held, int) for _, held in kind)
        ranked.append(((not holds_own_object(m, state), met[kind], -networks), state))
        met[kind] += 1
    return [state for _, state in sorted(ranked, key=lambda pair: pair[0])]


def _kind(m: Analysis, state: State) -> frozenset[tuple[str, Hashable]]:
    """What the variables of the running function hold that decides what is run: objects by their classes, words and flags."""
    named = ((name, value) for name, value in state.variables(m.frame).items() if not name.startswith("%"))
    found = ((name, _kind_of(state, value)) for name, value in named)
    return frozenset((name, kind) for name, kind in found if kind is not None)


def _kind_of(state: State, value: Value) -> Hashable:
    if isinstance(value, Known):
        return str(value.value) if value.value is None or isinstance(value.value, (bool, str)) else None
    record = state.record(value)
    if isinstance(record, InstanceRecord):
        return record.cls
    return record.spec.name if isinstance(record, LayerRecord) else None


def settle_raised(m: Analysis, raised: list[State]) -> list[State]:
    """Of the paths by which a function raises the first goes on; where it may be caught the last one too, with the graphs
    that any of them keeps."""
    if not m.scope.attempts or len(raised) < 2:
        return raised[:1]
    last = raised[-1]
    for state in raised:
        for number, kept in state.kept.items():
            last.keep(number, kept)
    return [raised[0], last]


def form_of(m: Analysis, state: State, live: frozenset[str] | None, base: Base, coarse: bool = False) -> Form:
    """The canonical form of a path at a point of the running function."""
    names = state.variables(m.frame) if live is None else live
    others = [*m.program.globals.values(), *(context.frame for context in m.stack)]
    return canonical(state, m.graph, base, m.frame, names, others, coarse)


def forget_dead(m: Analysis, state: State, live: frozenset[str]) -> State:
    """At a loop's head: dead registers and what only they led to are dropped."""
    variables = state.registers(m.frame)
    if m.context.function.kind != "module":
        for name in [name for name in variables if name not in live and not name.startswith("%yielded")]:
            del variables[name]
    else:
        for name in [name for name in variables if name.startswith("%") and name not in live]:
            del variables[name]
    purge_grown(state, m.graph)
    return state


def repeats(m: Analysis, heads: list[State], live: frozenset[str], seen: set[Hashable], base: Base) -> bool:
    """Has every head been met before, in an earlier iteration?"""
    forms = set()
    for head in heads:
        loops, head.loops = head.loops, head.loops[:-1]
        forms.add(form_of(m, head, live, base).whole())
        head.loops = loops
    known = bool(forms) and forms <= seen
    seen |= forms
    return known
