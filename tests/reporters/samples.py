"""Results for the reporters: one finding with everything, a notebook, a failure, and files with hostile names."""

from __future__ import annotations

from pathlib import Path

from retain_lint.diagnostic import Applicability, Confidence, Diagnostic, Edit, Fix, RelatedLocation, Severity
from retain_lint.results.model import Failure, FailureKind, FileResult, Line, ReportedDiagnostic, Results
from retain_lint.source import Location, Span

#: a name that forges a command of GitHub, one of Azure, an escape sequence, an element of XML and a second line
HOSTILE = 'a::b%,;]\x1b[31m<x y="&">\n::error::forged\r\n##vso[task.complete]\u202e\x00.py'
#: and source text that does
HOSTILE_LINE = "x = '</script>]]>&<!--\x1b]0;title\x07\x9b31m\u202e'"


def make_results(path: str = "a.py", cell: int | None = None, line: str = "é = loss.backward()") -> Results:
    """One file with one finding."""
    here, there = Location(path, Span(3, 4, 3, 19), cell), Location(path, Span(2, 0, 2, 3), cell)
    fix = Fix(Applicability.UNSAFE, "Do it", (Edit("new", Location(path, Span(3, 4, 3, 8), cell)),))
    diagnostic = Diagnostic(
        "RTG101",
        "backward-through-freed-graph",
        "`loss` is freed",
        here,
        Confidence.DEFINITE,
        (RelatedLocation("freed here", there),),
        fix,
        help="use `loss`",
        notes=("assumes this", "and that"),
        severity=Severity.ERROR,
    )
    excerpt = {Line(path, cell, 2): "abc", Line(path, cell, 3): line}
    return Results((FileResult(Path(path), (ReportedDiagnostic(diagnostic, 3, {here: line, there: "abc"}, excerpt),)),))


def make_failure(path: str = "b.py") -> Results:
    """One file that cannot be parsed."""
    return Results(
        (
            FileResult(
                Path(path), errors=(Failure(FailureKind.SYNTAX, "syntax error: bad", Location(path, Span(7, 4, 7, 4))),)
            ),
        )
    )


HOSTILE_RESULTS = make_results(HOSTILE, line=HOSTILE_LINE)
