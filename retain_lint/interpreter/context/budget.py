"""How much an analysis may do: instructions, paths, depths; what was spent. Floor 3."""

from __future__ import annotations

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


@dataclass(slots=True)
class Budget:
    """Counts down the instructions (`steps`) of the running entry point, of the `granted` ones; `ended`: those that earlier
    entry points executed; `ceiling`: of all entry points together, as long as the present ones run; `entry`: the number
    of the running one; `most_paths`: how many paths a program point may have, at most."""

    steps: int = MAX_STEPS
    granted: int = MAX_STEPS
    ended: int = 0
    ceiling: int = MAX_TOTAL_STEPS
    entry: int = 0
    most_paths: int = MAX_DISJUNCTS

    @property
    def spent(self) -> bool:
        """True when nothing more may be run."""
        return self.steps <= 0

    @property
    def total(self) -> int:
        """Instructions executed for all entry points so far, the running one included."""
        return self.ended + self.granted - self.steps

    @property
    def disjuncts(self) -> int:
        """How many paths a program point may have now."""
        left = self.steps / self.granted
        allowed = next((number for share, number in FEWER_DISJUNCTS if left > share), 1)
        return min(allowed, self.most_paths)

    def start_entry(self) -> None:
        """Each entry point has a budget of its own, a smaller one when those before it took much."""
        self.ended = self.total
        self.steps = self.granted = max(MIN_STEPS, min(MAX_STEPS, self.ceiling - self.ended))
        self.entry += 1

    def renew(self) -> None:
        """A path of the script that finds the budget spent by the paths before it has one of its own, while the file's
        lasts."""
        if self.spent and self.total < self.ceiling:
            self.start_entry()
