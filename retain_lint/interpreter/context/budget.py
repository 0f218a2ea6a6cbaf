"""How much an analysis may do: instructions, paths, depths; what was spent. Floor 3."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

#: how many paths a program point may have before the surplus is joined
MAX_DISJUNCTS = 8
#: and how many when less than a share of the entry point's budget is left: joined paths reach the end, where those that
#: the budget ends say nothing
FEWER_DISJUNCTS = ((0.6, MAX_DISJUNCTS), (0.4, 4), (0.2, 2))
MAX_DEPTH = 14
MAX_RECURSION = 2
#: imports of imports
MAX_IMPORT_DEPTH = 8
#: instructions executed for one entry point, over all its paths
MAX_STEPS = 100_000
#: instructions of all entry points of a file together, and of each one at least
MAX_TOTAL_STEPS = 200_000
MIN_STEPS = 5_000
#: and of all entry points, however many there are
MAX_ALL_STEPS = 300_000
#: instructions of an imported module's own code, of all imported modules together, and of each one at least
MAX_IMPORT_STEPS = 20_000
MAX_ALL_IMPORT_STEPS = 200_000
MIN_IMPORT_STEPS = 1_000
#: instructions of all entry points of a file together where somebody waits for a first answer, of each one at least, and of
#: imported modules
BRIEF_STEPS = 2_400
MIN_BRIEF_STEPS = 400
BRIEF_IMPORT_STEPS = 1_600
#: items of a sequence, nodes of a graph and the like that cost as much as an instruction, and how many are as usual where an
#: engine call meets them
ITEMS_A_STEP = 20
USUAL_SIZE = 200


#: which share of an entry point's instructions constructors of networks may take before networks are opaque
CONSTRUCTION_SHARE = 0.3


@dataclass(slots=True)
class Budget:
    """Counts down the instructions (`steps`) of the running entry point, of the `granted` ones; `ended`: those that earlier
    entry points executed; `ceiling`: of all entry points together, as long as the present ones run; `entry`: the number
    of the running one; `most_paths`: how many paths a program point may have, at most; `imports`: what imported modules may
    still do. `constructed`: what constructors of networks took of the running one; `building`: the steps that
    were left when the running constructor started. `floor`: the steps that the running call has to leave. `limit`: the usual
    ceiling. `brief`: somebody waits for a first answer."""

    steps: int = MAX_STEPS
    granted: int = MAX_STEPS
    ended: int = 0
    ceiling: int = MAX_TOTAL_STEPS
    limit: int = MAX_TOTAL_STEPS
    brief: bool = False
    entry: int = 0
    most_paths: int = MAX_DISJUNCTS
    imports: int = MAX_ALL_IMPORT_STEPS
    constructed: int = 0
    building: int | None = None
    floor: int | None = None

    def shorten(self, steps: int) -> None:
        """Leaves so many instructions to a first answer, before anything is run. Within them nothing is joined for want of
        others: a run that they suffice for is the usual one."""
        self.steps = self.granted = self.ceiling = self.limit = steps
        self.imports, self.brief = BRIEF_IMPORT_STEPS, True

    @property
    def spent(self) -> bool:
        """True when nothing more may be run."""
        return self.steps <= 0 or self.overdrawn

    @property
    def overdrawn(self) -> bool:
        """True when the running call has done what it was allowed: its caller goes on without it."""
        return self.floor is not None and self.steps <= self.floor

    @property
    def total(self) -> int:
        """Instructions executed for all entry points so far, the running one included."""
        return self.ended + self.granted - self.steps

    @property
    def disjuncts(self) -> int:
        """How many paths a program point may have now."""
        if self.brief:
            return self.most_paths
        left = self.steps / self.granted
        allowed = next((number for share, number in FEWER_DISJUNCTS if left > share), 1)
        return min(allowed, self.most_paths)

    @property
    def construction_spent(self) -> bool:
        """True when the constructors of networks have taken their share."""
        running = 0 if self.building is None else self.building - self.steps
        return self.constructed + running > CONSTRUCTION_SHARE * self.granted

    @contextmanager
    def constructing(self) -> Iterator[None]:
        """While a network is constructed; those that it consists of are part of it."""
        if self.building is not None:
            yield
            return
        self.building, entry = self.steps, self.entry
        try:
            yield
        finally:
            if self.entry == entry and self.building is not None:
                self.constructed += self.building - self.steps
                self.building = None

    @contextmanager
    def allowing(self, steps: int) -> Iterator[None]:
        """While a call runs that may take so many instructions, and those in which it runs no more than they are allowed."""
        outer, floor = self.floor, self.steps - steps
        self.floor = floor if outer is None else max(outer, floor)
        try:
            yield
        finally:
            self.floor = outer

    @contextmanager
    def joining(self, paths: int) -> Iterator[None]:
        """While no more paths are kept apart than so many."""
        most, self.most_paths = self.most_paths, paths
        try:
            yield
        finally:
            self.most_paths = most

    def charge(self, size: int, usual: int = 0) -> None:
        """What is larger than usual costs more than an instruction does: work that grows faster than the code is bounded by it."""
        self.steps -= max(0, size - usual) // ITEMS_A_STEP

    def start_entry(self) -> None:
        """Each entry point has a budget of its own, a smaller one when those before it took much."""
        self.ended = self.total
        most, each = (2 * BRIEF_STEPS, MIN_BRIEF_STEPS) if self.brief else (MAX_ALL_STEPS, MIN_STEPS)
        least = max(1, min(each, most - self.ended))
        self.steps = self.granted = max(least, min(MAX_STEPS, self.ceiling - self.ended))
        self.entry += 1
        self.constructed, self.building = 0, None

    def start_import(self) -> int:
        """An imported module has a budget of its own, a smaller one when those before it took much. Gives what is left to the
        importer."""
        left, self.steps = self.steps, max(MIN_IMPORT_STEPS, min(MAX_IMPORT_STEPS, self.imports))
        self.imports -= self.steps
        self._shift(self.steps - left)
        return left

    def end_import(self, left: int) -> None:
        """The importer goes on with what was left to it."""
        self.imports += max(0, self.steps)
        self._shift(left - self.steps)
        self.steps = left

    def _shift(self, steps: int) -> None:
        """The budget of an imported module takes the place of its importer's, or gives it back."""
        if self.building is not None:
            self.building += steps
        if self.floor is not None:
            self.floor += steps

    def renew(self) -> None:
        """A path of the script that finds the budget spent by the paths before it has one of its own, while the file's
        lasts."""
        if self.spent and self.total < self.ceiling:
            self.start_entry()
