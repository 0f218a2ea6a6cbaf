"""The table of agreement: per rule, how often the analyser and execution say the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.differential.agreement import RULES, Sort
from tests.differential.oracle.verdicts import Kind
from tests.differential.trials import Trial


@dataclass(slots=True)
class Table:
    """Counts over many trials."""

    programs: int = 0
    crashes: int = 0
    agreed: Counter[Kind] = field(default_factory=Counter)
    doubtful: Counter[Kind] = field(default_factory=Counter)
    found: Counter[tuple[Kind, Sort]] = field(default_factory=Counter)
    invalid: Counter[str] = field(default_factory=Counter)

    def add(self, trial: Trial) -> None:
        """Counts one more program."""
        self.programs += 1
        self.crashes += bool(trial.crash)
        if trial.invalid:
            self.invalid[re.sub(r"\d+|'\w+'", "#", trial.invalid)[:100]] += 1
        self.agreed.update(trial.agreed)
        self.doubtful.update(trial.doubtful)
        self.found.update((found.kind, found.sort) for found in trial.disagreements)

    def precision(self, kind: Kind) -> float:
        """The part of the definite findings that execution confirms; 1 without any."""
        return _ratio(self.agreed[kind] + self.doubtful[kind], self.found[kind, Sort.FALSE])

    def recall(self, kind: Kind) -> float:
        """The part of the firm labels that are definite findings; 1 without any."""
        return _ratio(self.agreed[kind], self.found[kind, Sort.MISS] + self.found[kind, Sort.HEDGE])

    def render(self, seconds: float) -> str:
        """The table as text (Markdown)."""
        lines = [
            "| rule | agreed | doubtful | false positives | misses | hedged | precision | recall |",
            "|---|" + "---:|" * 7,
        ]
        for kind, rule in RULES.items():
            counts = [self.agreed[kind], self.doubtful[kind]]
            counts += [self.found[kind, sort] for sort in (Sort.FALSE, Sort.MISS, Sort.HEDGE)]
            lines.append(
                f"| {rule} | {' | '.join(map(str, counts))} | {self.precision(kind):.4f} | {self.recall(kind):.4f} |"
            )
        invalid = sum(self.invalid.values())
        lines.append(
            f"{self.programs} programs, {invalid} invalid, {self.crashes} crashes, {self.programs / max(seconds, 1e-9):.1f} programs/s"
        )
        lines += [f"  {count} x {reason}" for reason, count in self.invalid.most_common(8)]
        return "\n".join(lines)


def _ratio(good: int, bad: int) -> float:
    return good / (good + bad) if good + bad else 1.0
