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
from retain_lint.excerpts import CellReader, find_span, read_line
from retain_lint.frontend.text import SourceText
from retain_lint.project import LoadedModule, Project
from retain_lint.results import ReportedDiagnostic
from retain_lint.rules.base import all_rules
from retain_lint.source import Location
from retain_lint.suppressions import Suppressions, read_suppressions


def apply_rules(findings: Iterable[Finding], module: LoadedModule, project: Project) -> list[Diagnostic]:
    """What the rules say about the findings, sorted by place."""
    rules = all_rules()
    diagnostics: dict[Diagnostic, None] = {}
    for finding in findings:
        location = finding.site.location
        source = find_source(location.path, module, project)
        if source is not None:
            reader = CellReader(source, location)
            found = (rule.check(finding, reader) for rule in rules)
            diagnostics.update((diagnostic, None) for diagnostic in found if diagnostic is not None)
    return sorted(diagnostics, key=_place)


def silence(diagnostics: Iterable[Diagnostic], module: LoadedModule, project: Project) -> tuple[ReportedDiagnostic, ...]:
    """The diagnostics that no comment silences, with their lines."""
    sources = _Sources(module, project)
    reported = []
    for diagnostic in diagnostics:
        line = sources.line_number(diagnostic.location)
        comments = sources.suppressions(diagnostic.location.path)
        if not comments.silences(diagnostic.code, line):
            shift = line - diagnostic.location.span.start_line
            reported.append(
                ReportedDiagnostic(diagnostic, comments.noqa_row(line) - shift, sources.excerpts(diagnostic))
            )
    return tuple(reported)


def find_source(path: str, module: LoadedModule, project: Project) -> SourceText | None:
    """The text of the analysed file or of another file of its project."""
    if path == module.source.path:
        return module.source
    loaded = project.load(Path(path))
    return None if loaded is None else loaded.source


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, int, str]:
    location = diagnostic.location
    return location.path, location.cell or 0, location.span.start_line, location.span.start_column, diagnostic.code


@dataclass(slots=True)
class _Sources:
    """The files that diagnostics mention, each one's comments read once."""

    module: LoadedModule
    project: Project
    _comments: dict[str, Suppressions] = field(default_factory=dict)

    def suppressions(self, path: str) -> Suppressions:
        if path not in self._comments:
            source = find_source(path, self.module, self.project)
            self._comments[path] = read_suppressions(source.text if source else "")
        return self._comments[path]

    def line_number(self, location: Location) -> int:
        """The line of the whole text (in a notebook, of all cells) that a location starts in."""
        source = find_source(location.path, self.module, self.project)
        return find_span(source, location).start_line if source else location.span.start_line

    def excerpts(self, diagnostic: Diagnostic) -> dict[Location, str]:
        places = [diagnostic.location, *(related.location for related in diagnostic.related_locations)]
        return {place: self._excerpt(place) for place in places}

    def _excerpt(self, place: Location) -> str:
        source = find_source(place.path, self.module, self.project)
        return read_line(source, self.line_number(place)) if source else ""
