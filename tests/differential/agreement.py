"""The analyser's definite findings against what execution shows, program by program."""

from __future__ import annotations

from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class Disagreement:
    """`miss`: execution shows it and the analyser does not; otherwise the analyser says what execution does not show."""

    kind: Kind
    line: int
    miss: bool

    @property
    def name(self) -> str:
        """What the disagreement is, wherever it stands."""
        return f"{'miss' if self.miss else 'false positive'} of {RULES[self.kind]}"

    def __str__(self) -> str:
        return f"{self.name} at line {self.line}"


@dataclass(slots=True)
class Outcome:
    """The comparison for one program. `agreed`: definite findings that are firm labels; `doubtful`: those that are labels which
    an analyser may give or not, or stand on a line that no run came to; `hedged`: firm labels that the analyser only calls possible."""

    truth: Truth
    agreed: list[Kind] = field(default_factory=list)
    doubtful: list[Kind] = field(default_factory=list)
    hedged: list[Kind] = field(default_factory=list)
    disagreements: list[Disagreement] = field(default_factory=list)


def find_diagnostics(text: str) -> list[Diagnostic]:
    """Everything that the analyser reports of a program."""
    source = read_source(Path("/nowhere/program.py"), text.encode())
    return [reported.diagnostic for reported in Runner().check_source(source, noqa=False).reported]


def find_lines(text: str) -> dict[tuple[Kind, int], bool]:
    """(kind, line) of each finding that has a label for counterpart -> whether it is definite."""
    found: dict[tuple[Kind, int], bool] = {}
    for diagnostic in find_diagnostics(text):
        if diagnostic.code in KINDS:
            key = KINDS[diagnostic.code], diagnostic.location.span.start_line
            found[key] = found.get(key, False) or diagnostic.confidence is Confidence.DEFINITE
    return found


def compare(text: str, truth: Truth) -> Outcome:
    """Each definite finding must be a label, and each firm label a finding."""
    outcome = Outcome(truth)
    found = find_lines(text)
    for kind in RULES:
        labels = truth.find(kind)
        for line in sorted(line for of, line in found if of is kind and found[of, line]):
            if line in labels:
                (outcome.agreed if labels[line].firm else outcome.doubtful).append(kind)
            elif line in truth.lines:
                outcome.disagreements.append(Disagreement(kind, line, False))
            else:
                outcome.doubtful.append(kind)
        for line, verdict in labels.items():
            if verdict.firm and not found.get((kind, line)):
                if (kind, line) in found:
                    outcome.hedged.append(kind)
                else:
                    outcome.disagreements.append(Disagreement(kind, line, True))
    return outcome
