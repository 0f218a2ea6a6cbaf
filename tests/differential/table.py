"""The table of agreement: per rule, how often the analyser and execution say the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tests.differential.agreement import RULES
from tests.differential.oracle.verdicts import Kind
from tests.differential.trials import Trial


@dataclass(slots=True)
class Table:
    """Counts over many trials."""

    programs: int = 0
    crashes: int = 0
    agreed: Counter[Kind] = field(default_factory=Counter)
    doubtful: Counter[Kind] = field(default_factory=Counter)
    hedged: Counter[Kind] = field(default_factory=Counter)
    false: Counter[Kind] = field(default_factory=Counter)
    missed: Counter[Kind] = field(default_factory=Counter)
    invalid: Counter[str] = field(default_factory=Counter)

    def add(self, trial: Trial) -> None:
        """Counts one more program."""
        self.programs += 1
        self.crashes += bool(trial.crash)
        if trial.invalid:
            self.invalid[re.sub(r"\d+|'\w+'", "#", trial.invalid)[:100]] += 1
        self.agreed.update(trial.agreed)
        self.doubtful.update(trial.doubtful)
        self.hedged.update(trial.hedged)
        self.false.update(found.kind for found in trial.disagreements if not found.miss)
        self.missed.update(found.kind for found in trial.disagreements if found.miss)

    def precision(self, kind: Kind) -> float:
        """The part of the definite findings that execution confirms; 1 without any."""
        return _ratio(self.agreed[kind] + self.doubtful[kind], self.false[kind])

    def recall(self, kind: Kind) -> float:
        """The part of the firm labels that are definite findings; 1 without any."""
        return _ratio(self.agreed[kind], self.missed[kind] + self.hedged[kind])

    def render(self, seconds: float) -> str:
        """The table as text (Markdown)."""
        lines = [
            "| rule | agreed | doubtful | false positives | misses | hedged | precision | recall |",
            "|---|" + "---:|" * 7,
        ]
        for kind, rule in RULES.items():
            counts = [c[kind] for c in (self.agreed, self.doubtful, self.false, self.missed, self.hedged)]
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
