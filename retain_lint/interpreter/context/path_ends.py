"""Paths that came to engine calls, to their end, and to an end that the budget made: what they had decided. Floor 3.

Invariant: what is said of all paths holds of those that the budget ended only if others went on that had decided alike. That is
asked of one unknown value after the other: that decisions about two of them were taken together is not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from retain_lint.domain.call_verdict import Doubt
from retain_lint.domain.gradients import SiteId
from retain_lint.domain.path_condition import Decisions
from retain_lint.domain.state import State
from retain_lint.domain.value import Key

#: begins the name of what a client has put in the place of an attribute: the paths of other clients decide nothing of it
REPLACED = ("parameter", "given")


@dataclass(slots=True)
class Decided:
    """How many `paths` there are, and by unknown value what some of them had decided of it, and how many."""

    paths: int = 0
    taken: dict[Key, Counter[Decisions]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, decided: dict[Key, Decisions]) -> None:
        """One path more, and what it has decided."""
        self.paths += 1
        for subject, decisions in decided.items():
            self.taken[subject][decisions] += 1

    def allows(self, subject: Key, decisions: Decisions) -> bool:
        """Might one of the paths have decided so, since it has decided nothing of the value otherwise?"""
        known = self.taken.get(subject, Counter())
        open_on_some = self.paths > sum(known.values()) and subject[:2] != REPLACED
        return open_on_some or any(_agree(decisions, others) for others in known)


def _agree(decisions: Decisions, others: Decisions) -> bool:
    found = dict(others)
    return all(found.get(atom, truth) == truth for atom, truth in decisions)


@dataclass(slots=True)
class PathEnds:
    """By engine call: the paths that came to it (`reached`); that used or cleared its gradients (`judged`); that kept the graph
    which it retained at their end (`outlived`); and at an end that the budget made (`abandoned`, for these `doubts`).
    `lost`: and that had retained what they kept in an earlier iteration than the one in which they ended, or before the loop.
    `unfinished`: what paths had decided that the budget ended, and for which doubt. `skipped`: the engine calls of an arm that a
    path has left out while it kept the graph, by loop; `met`: those that have run; `cut`: the loops in which the budget has ended
    paths."""

    reached: dict[SiteId, Decided] = field(default_factory=lambda: defaultdict(Decided))
    judged: dict[SiteId, Decided] = field(default_factory=lambda: defaultdict(Decided))
    outlived: dict[SiteId, Decided] = field(default_factory=lambda: defaultdict(Decided))
    abandoned: dict[SiteId, set[tuple[Key, Decisions]]] = field(default_factory=lambda: defaultdict(set))
    doubts: dict[SiteId, Doubt] = field(default_factory=dict)
    lost: dict[SiteId, Doubt] = field(default_factory=dict)
    unfinished: dict[tuple[Key, Decisions], Doubt] = field(default_factory=dict)
    skipped: dict[SiteId, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    met: set[int] = field(default_factory=set)
    cut: dict[int, Doubt] = field(default_factory=dict)

    def reach(self, site: SiteId, call: int, state: State) -> None:
        """A path comes to an engine call, of this identity."""
        self.reached[site].add(state.condition.decisions())
        self.met.add(call)

    def skip(self, sites: Iterable[SiteId], calls: Collection[int], state: State) -> None:
        """A path leaves out engine calls, and keeps what these calls have retained: another iteration may come to them."""
        for site in sites:
            self.skipped[site].update((loop, call) for loop, _ in state.loops for call in calls)

    def judge(self, sites: Collection[SiteId], state: State) -> None:
        """A path uses the gradients of these calls, or clears them."""
        _add_to(self.judged, sites, state)

    def outlive(self, sites: Collection[SiteId], state: State) -> None:
        """A path comes to its end with what these calls have retained."""
        _add_to(self.outlived, sites, state)

    def end(self, state: State, doubt: Doubt) -> None:
        """The budget ends a path."""
        self.cut.update((loop, doubt) for loop, _ in state.loops)
        for decided in state.condition.decisions().items():
            self.unfinished.setdefault(decided, doubt)

    def abandon(self, sites: Collection[SiteId], state: State, doubt: Doubt) -> None:
        """The budget ends a path that keeps what these calls have retained."""
        decided = state.condition.decisions().items() if sites else ()
        for site in sites:
            self.abandoned[site].update(decided)
            self.doubts[site] = doubt

    def lose(self, sites: Iterable[SiteId], doubt: Doubt) -> None:
        """The budget ends a path in an iteration that may need what these calls have retained before it."""
        self.lost.update((site, doubt) for site in sites)

    def find_doubt(self, sites: Iterable[SiteId]) -> Doubt | None:
        """Why it is not known what becomes of the graphs that these calls retain; None if it is."""
        followed = _of(self.outlived, sites)
        for site in sites:
            if site in self.lost:
                return self.lost[site]
            if site in self.doubts and not (followed and _allow(followed, self.abandoned[site])):
                return self.doubts[site]
            for loop, call in self.skipped.get(site, ()):
                if loop in self.cut and call not in self.met:
                    return self.cut[loop]
        return self._find_unfinished(_of(self.reached, sites))

    def find_unjudged(self, sites: Iterable[SiteId]) -> Doubt | None:
        """Why it is not known what becomes of the gradients of these calls; None if it is, or nothing is known to."""
        judged = _of(self.judged, sites)
        return self._find_unfinished(judged) if judged else None

    def _find_unfinished(self, followed: list[Decided]) -> Doubt | None:
        return next((doubt for decided, doubt in self.unfinished.items() if not _allow(followed, [decided])), None)


def _add_to(table: dict[SiteId, Decided], sites: Collection[SiteId], state: State) -> None:
    decided = state.condition.decisions() if sites else {}
    for site in sites:
        table[site].add(decided)


def _of(table: dict[SiteId, Decided], sites: Iterable[SiteId]) -> list[Decided]:
    return [table[site] for site in sites if site in table]


def _allow(paths: list[Decided], ended: Iterable[tuple[Key, Decisions]]) -> bool:
    """Might some of the paths have decided of each of these values what paths had decided that the budget ended?"""
    return all(any(decided.allows(*one) for decided in paths) for one in ended)
