"""Which decisions keep paths apart in a run that joins all others. Floor 3.

Trace partitioning (L. Mauborgne and X. Rival, Trace Partitioning in Abstract Interpretation Based Static Analyzers, 2005): a
setting that several branches test (`if options.kind == "wgan": ...`, here and further down) makes networks of one kind and uses
them as that kind. Paths that have decided it alike are joined, and others are not; every path is in one of the parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from retain_lint.domain.joined_values import MADE
from retain_lint.domain.literals import subject_of
from retain_lint.domain.state import State
from retain_lint.domain.value import Key, Known, Symbol, Value

#: parts of the paths that meet, at most: outcomes of the settings together
MAX_PARTS = 12
#: and in a run that costs little
FEW_PARTS = 4
#: branches that test a setting, at least
MIN_BRANCHES = 2
#: what settings are: attributes and items of options, what a function was given, or a default that one of these may have replaced
_SETTINGS = frozenset({"attr", "item", "parameter", "value", MADE})


@dataclass(slots=True)
class Tests:
    """Of an unknown value: the branches that test it, those of them in loops of the checked file, those that may lead to
    engine calls, steps or clearings, and the constants with which they compare it."""

    branches: set[int] = field(default_factory=set)
    looped: set[int] = field(default_factory=set)
    steering: set[int] = field(default_factory=set)
    constants: set[Hashable] = field(default_factory=set)

    @property
    def outcomes(self) -> int:
        """How many outcomes the tests have: one for each constant, and none of them."""
        return len(self.constants) + 1


@dataclass(slots=True)
class Partition:
    """`settings`: what paths have to have decided alike to be joined; `tested`: what branches have tested."""

    settings: frozenset[Key] = frozenset()
    tested: dict[Key, Tests] = field(default_factory=dict)

    def note(self, branch: int, condition: Value, looped: bool = False, steers: bool = False) -> None:
        """A branch, by its identity, has tested this condition, `looped` in a loop of the checked file; it `steers` engine
        calls, steps or clearings."""
        while isinstance(condition, Symbol) and condition.key[0] == "not" and isinstance(condition.key[1], Symbol):
            condition = condition.key[1]
        subject = subject_of(condition.key) if isinstance(condition, Symbol) else None
        if subject is None or subject[0] not in _SETTINGS:
            return
        tests = self.tested.setdefault(subject, Tests())
        tests.branches.add(branch)
        tests.looped.update((branch,) if looped else ())
        tests.steering.update((branch,) if steers else ())
        parts = condition.key[2:] if isinstance(condition, Symbol) and condition.key[0] == "compare" else ()
        tests.constants.add(next((part for part in parts if isinstance(part, Known)), None))

    def choose_parting(self) -> list[frozenset[Key]]:
        """The settings by which paths are best kept apart. First, at little cost, those that most branches in the loops of the checked
        file test: what a branch sets is mostly used by another one, or by the same in the next iteration. Then those that several
        branches test which may lead to engine calls, steps or clearings: only one of these may run. Then those that most branches
        test at all."""
        looped = self._choose({key: len(tests.looped) for key, tests in self.tested.items()}, 1, FEW_PARTS)
        steering = self._choose({key: len(t.steering) for key, t in self.tested.items()}, MIN_BRANCHES, MAX_PARTS)
        most = self._choose({key: len(tests.branches) for key, tests in self.tested.items()}, MIN_BRANCHES, MAX_PARTS)
        return [settings for settings in dict.fromkeys((looped, steering, most)) if settings]

    def _choose(self, counts: Mapping[Key, int], least: int, most_parts: int) -> frozenset[Key]:
        """The settings of the highest counts, none below `least`, as many as have not too many outcomes together."""
        chosen, outcomes = [], 1
        for setting, count in sorted(counts.items(), key=lambda item: -item[1]):
            if count >= least and outcomes * self.tested[setting].outcomes <= most_parts:
                chosen.append(setting)
                outcomes *= self.tested[setting].outcomes
        return frozenset(chosen)

    def divide(self, states: Sequence[State]) -> list[list[State]]:
        """The paths by what they have decided of the settings; where these are too many kinds, the surplus together."""
        if not self.settings:
            return [list(states)]
        parts: dict[Hashable, list[State]] = {}
        for state in states:
            parts.setdefault(state.condition.decided_of(self.settings), []).append(state)
        first, surplus = [*parts.values()][: MAX_PARTS - 1], [*parts.values()][MAX_PARTS - 1 :]
        return [*first, [state for part in surplus for state in part]] if surplus else first
