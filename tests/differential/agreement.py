"""The analyser's definite findings against what execution shows, program by program."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from retain_lint.diagnostic import Confidence, Diagnostic
from retain_lint.frontend.text import read_source
from retain_lint.runner import Runner
from tests.differential.oracle.verdicts import Kind, Truth

KINDS = {
    "RTG101": Kind.MISSING,
    "RTG102": Kind.MISSING,
    "RTG103": Kind.STALE,
    "RTG201": Kind.UNNECESSARY,
    "RTG301": Kind.WASTED,
    "RTG302": Kind.LEAKED,
}
RULES = {
    Kind.MISSING: "RTG101/102",
    Kind.STALE: "RTG103",
    Kind.UNNECESSARY: "RTG201",
    Kind.WASTED: "RTG301",
    Kind.LEAKED: "RTG302",
}


class Sort(Enum):
    """MISS: execution shows it and the analyser says nothing; HEDGE: it only says that it is possible; FALSE: the analyser says what
    execution does not show."""

    MISS = "miss"
    HEDGE = "hedge"
    FALSE = "false positive"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One line of which the analyser and execution do not say the same."""

    kind: Kind
    line: int
    sort: Sort

    @property
    def name(self) -> str:
        """What the disagreement is, wherever it stands."""
        return f"{self.sort.value} of {RULES[self.kind]}"

    def __str__(self) -> str:
        return f"{self.name} at line {self.line}"


@dataclass(slots=True)
class Outcome:
    """The comparison for one program. `agreed`: definite findings that are firm labels; `doubtful`: those that are labels which
    an analyser may give or not, or stand on a line that no run came to (or whose retain_graph was true in none)."""

    truth: Truth
    agreed: list[Kind] = field(default_factory=list)
    doubtful: list[Kind] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)


def find_diagnostics(text: str) -> list[Diagnostic]:
    """Everything that the analyser reports of a program."""
    source = read_source(Path("/nowhere/program.py"), text.encode())
    return [reported.diagnostic for reported in Runner(noqa=False).check_source(source).reported]


def find_lines(text: str) -> dict[tuple[Kind, int], bool]:
    """(kind, line) of each finding that has a label for counterpart -> whether it is definite."""
    found: dict[tuple[Kind, int], bool] = {}
    for diagnostic in find_diagnostics(text):
        if diagnostic.code in KINDS:
            key = KINDS[diagnostic.code], diagnostic.location.span.start_line
            found[key] = found.get(key, False) or diagnostic.confidence is Confidence.DEFINITE
    return found


def _lines_judged(truth: Truth, kind: Kind) -> set[int]:
    """The lines of which the runs show something: engine calls that ran, or, of retains, those that were true in some run."""
    if kind is Kind.UNNECESSARY:
        return {*truth.find(Kind.NEEDED), *truth.find(Kind.REDUNDANT), *truth.find(Kind.UNNECESSARY)}
    return set(truth.lines)


def compare(text: str, truth: Truth) -> Outcome:
    """Each definite finding must be a label, and each firm label a finding."""
    outcome = Outcome(truth)
    found = find_lines(text)
    for kind in RULES:
        labels = truth.find(kind)
        for line in sorted(line for of, line in found if of is kind and found[of, line]):
            if line in labels:
                (outcome.agreed if labels[line].firm else outcome.doubtful).append(kind)
            elif line in _lines_judged(truth, kind):
                outcome.disagreements.append(Disagreement(kind, line, Sort.FALSE))
            else:
                outcome.doubtful.append(kind)
        for line, verdict in labels.items():
            if verdict.firm and not found.get((kind, line)):
                sort = Sort.HEDGE if (kind, line) in found else Sort.MISS
                outcome.disagreements.append(Disagreement(kind, line, sort))
    return outcome
