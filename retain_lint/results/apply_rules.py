"""From findings to what is reported: rules, then `# noqa` comments, then the source lines to show. Floor 5.

A finding may lie in another file than the one analysed (a helper that it calls); its rule, its comments and its lines are
then those of that file.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from retain_lint.diagnostic import Diagnostic
from retain_lint.domain.finding import Finding
from retain_lint.frontend.text import SourceText
from retain_lint.project.loader import LoadedModule, Project
from retain_lint.results.comment_checks import describe_comments
from retain_lint.results.excerpts import CellReader, find_span, list_places, read_line, read_surroundings
from retain_lint.results.model import Line, NoqaComment, NoqaUse, ReportedDiagnostic
from retain_lint.results.noqa import Suppressions, read_suppressions
from retain_lint.rules.base import all_rules, list_documented
from retain_lint.source import Location


@dataclass(frozen=True, slots=True)
class Reporting:
    """Reports on one analysed file and on those that it imports; each one's comments are read once."""

    module: LoadedModule
    project: Project
    _comments: dict[str, Suppressions] = field(default_factory=dict)
    _used: set[NoqaUse] = field(default_factory=set)

    def apply_rules(self, findings: Iterable[Finding]) -> list[Diagnostic]:
        """What the rules say about the findings, each thing once, sorted by place."""
        rules = all_rules()
        diagnostics: dict[Diagnostic, None] = {}
        for finding in findings:
            reader = CellReader(self._source(finding.site.location.path), finding.site.location)
            found = (rule.check(finding, reader) for rule in rules)
            diagnostics.update((diagnostic, None) for diagnostic in found if diagnostic is not None)
        return sorted(diagnostics, key=_place)

    def report(self, diagnostics: Iterable[Diagnostic], *, noqa: bool = True) -> tuple[ReportedDiagnostic, ...]:
        """The diagnostics that no comment silences (all of them without `noqa`), with their lines."""
        reported = []
        for diagnostic in diagnostics:
            location = diagnostic.location
            line = self._line_number(location)
            comments = self._suppressions(location.path)
            if not (noqa and self._silence(diagnostic, line)):
                row = location.span.start_line + comments.noqa_row(line) - line
                reported.append(
                    ReportedDiagnostic(diagnostic, row, self._first_lines(diagnostic), self._excerpt(diagnostic))
                )
        return tuple(reported)

    def used(self) -> frozenset[NoqaUse]:
        """The comments that have silenced something so far, in whichever file."""
        return frozenset(self._used)

    def list_comments(self) -> tuple[NoqaComment, ...]:
        """The comments of the analysed file."""
        return describe_comments(self.module.source, self._suppressions(self.module.source.path))

    def _silence(self, diagnostic: Diagnostic, line: int) -> bool:
        path = diagnostic.location.path
        found = list(self._suppressions(path).find(diagnostic.code, line))
        for comment, word in found:
            text = read_line(self._source(path), comment.line).strip()
            self._used.add(NoqaUse(path, text, "" if word is None else word.text))
        return bool(found)

    def _source(self, path: str) -> SourceText:
        """The text of the analysed file, or of one that the analysis has loaded."""
        if path == self.module.source.path:
            return self.module.source
        loaded = self.project.load(Path(path))
        return SourceText(path, "") if loaded is None else loaded.source

    def _suppressions(self, path: str) -> Suppressions:
        if path not in self._comments:
            self._comments[path] = read_suppressions(self._source(path).text, _name_rules())
        return self._comments[path]

    def _line_number(self, location: Location) -> int:
        """The line of the whole text (in a notebook, of all cells) that a location starts in."""
        return find_span(self._source(location.path), location).start_line

    def _first_lines(self, diagnostic: Diagnostic) -> dict[Location, str]:
        return {
            place: read_line(self._source(place.path), self._line_number(place)) for place in list_places(diagnostic)
        }

    def _excerpt(self, diagnostic: Diagnostic) -> dict[Line, str]:
        edits = () if diagnostic.fix is None else diagnostic.fix.edits
        lines: dict[Line, str] = {}
        for place in (*list_places(diagnostic), *(edit.location for edit in edits)):
            lines.update(read_surroundings(self._source(place.path), place))
        return lines


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, int, str]:
    location = diagnostic.location
    return location.path, location.cell or 0, location.span.start_line, location.span.start_column, diagnostic.code


def _name_rules() -> dict[str, str]:
    """The codes of the rules by name."""
    return {rule.name: rule.code for rule in list_documented()}
