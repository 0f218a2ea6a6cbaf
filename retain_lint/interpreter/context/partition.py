"""Which decisions keep paths apart in a run that joins all others. Floor 3.

Trace partitioning (L. Mauborgne and X. Rival, Trace Partitioning in Abstract Interpretation Based Static Analyzers, 2005): a
setting that several branches test (`if options.kind == "wgan": ...`, here and further down) makes networks of one kind and uses
them as that kind. Paths that have decided it alike are joined, and others are not; every path is in one of the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
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


#: a branch, by its identity, and what a value that it tests is called: names of values differ from run to run, where paths differ
Test = tuple[int, Hashable]


@dataclass(slots=True)
class Tests:
    """Of an unknown value, first met from this entry point: the branches that test it, those of them in loops of the checked file,
    those that may lead to engine calls, steps or clearings, and the constants with which they compare it."""

    entry: int = 0
    branches: set[int] = field(default_factory=set)
    looped: set[int] = field(default_factory=set)
    steering: set[int] = field(default_factory=set)
    constants: set[Hashable] = field(default_factory=set)

    @property
    def outcomes(self) -> int:
        """How many outcomes the tests have: one for each constant, and none of them."""
        return len(self.constants) + 1


@dataclass(slots=True)
class Setting:
    """Values that are called alike and that a branch has tested: each script has its own options, each iteration its own draw."""

    name: Hashable
    branches: set[int] = field(default_factory=set)
    looped: set[int] = field(default_factory=set)
    steering: set[int] = field(default_factory=set)
    by_entry: dict[int, int] = field(default_factory=dict)

    @property
    def outcomes(self) -> int:
        """How many outcomes the tests have on the paths from one entry point."""
        return max(self.by_entry.values(), default=1)

    def add(self, entry: int, outcomes: int, tests: Tests | Setting) -> None:
        """Adds the tests of another value, which has so many outcomes on the paths from an entry point."""
        self.branches |= tests.branches
        self.looped |= tests.looped
        self.steering |= tests.steering
        self.by_entry[entry] = self.by_entry.get(entry, 1) * outcomes


@dataclass(slots=True)
class Partition:
    """`settings`: what paths have to have decided alike to be joined, by the branches that test it; `tested`: what branches have
    tested; `parting`: what of it these settings are about."""

    settings: frozenset[Test] = frozenset()
    tested: dict[Key, Tests] = field(default_factory=dict)
    parting: set[Key] = field(default_factory=set)

    def note(self, branch: int, condition: Value, looped: bool = False, steers: bool = False, entry: int = 0) -> None:
        """A branch, by its identity, has tested this condition, `looped` in a loop of the checked file; it `steers` engine
        calls, steps or clearings."""
        while isinstance(condition, Symbol) and condition.key[0] == "not" and isinstance(condition.key[1], Symbol):
            condition = condition.key[1]
        subject = subject_of(condition.key) if isinstance(condition, Symbol) else None
        if subject is None or subject[0] not in _SETTINGS:
            return
        tests = self.tested.setdefault(subject, Tests(entry))
        tests.branches.add(branch)
        tests.looped.update((branch,) if looped else ())
        tests.steering.update((branch,) if steers else ())
        parts = condition.key[2:] if isinstance(condition, Symbol) and condition.key[0] == "compare" else ()
        tests.constants.add(next((part for part in parts if isinstance(part, Known)), None))
        if (branch, _called(subject)) in self.settings:
            self.parting.add(subject)

    def choose_parting(self) -> list[frozenset[Test]]:
        """The settings by which paths are best kept apart. First, at little cost, those that most branches in the loops of the checked
        file test: what a branch sets is mostly used by another one, or by the same in the next iteration. Then those that several
        branches test which may lead to engine calls, steps or clearings: only one of these may run. Then those that most branches
        test at all."""
        settings = self._gather()
        looped = _choose(settings, lambda one: len(one.looped), 1, FEW_PARTS)
        steering = _choose(settings, lambda one: len(one.steering), MIN_BRANCHES, MAX_PARTS)
        most = _choose(settings, lambda one: len(one.branches), MIN_BRANCHES, MAX_PARTS)
        return [chosen for chosen in dict.fromkeys((looped, steering, most)) if chosen]

    def _gather(self) -> list[Setting]:
        """The values as settings."""
        by_test: dict[Test, Setting] = {}
        for key, tests in self.tested.items():
            name = _called(key)
            whole = Setting(name)
            whole.add(tests.entry, tests.outcomes, tests)
            known = [by_test[branch, name] for branch in tests.branches if (branch, name) in by_test]
            for other in {id(one): one for one in known}.values():
                for entry, outcomes in other.by_entry.items():
                    whole.add(entry, outcomes, other)
            by_test.update(((branch, name), whole) for branch in whole.branches)
        return list({id(setting): setting for setting in by_test.values()}.values())

    def divide(self, states: Sequence[State]) -> list[list[State]]:
        """The paths by what they have decided of the settings; where these are too many kinds, the surplus together."""
        if not self.parting:
            return [list(states)]
        parts: dict[Hashable, list[State]] = {}
        for state in states:
            parts.setdefault(state.condition.decided_of(self.parting), []).append(state)
        first, surplus = [*parts.values()][: MAX_PARTS - 1], [*parts.values()][MAX_PARTS - 1 :]
        return [*first, [state for part in surplus for state in part]] if surplus else first


def _called(key: Key) -> Hashable:
    """What a value is called in every run: its kind, and the name or the place in what holds it."""
    return key[0], key[-1] if isinstance(key[-1], (str, Known)) else None


def _choose(
    settings: Sequence[Setting], count: Callable[[Setting], int], least: int, most_parts: int
) -> frozenset[Test]:
    """The settings of the highest counts, none below `least`, as many as have not too many outcomes together."""
    chosen, outcomes = set[Test](), 1
    for setting in sorted(settings, key=lambda setting: -count(setting)):
        if count(setting) >= least and outcomes * setting.outcomes <= most_parts:
            chosen |= {(branch, setting.name) for branch in setting.branches}
            outcomes *= setting.outcomes
    return frozenset(chosen)
