"""`--output-format text`: a block for each finding, with the source lines of all its places. Floor 5.

RTG101 backward-through-freed-graph: message
  --> train.py:12:1
   |
 9 | loss1.backward()
   | ---------------- freed here
   ...
12 | loss2.backward()
   | ^^^^^^^^^^^^^^^^
   = help: what to write
   = note: what else is worth knowing
   = fix: what --fix would do
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from retain_lint.diagnostic import Applicability, Diagnostic
from retain_lint.reporters.paths import show_place
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible
from retain_lint.results.model import ReportedDiagnostic, Results
from retain_lint.source import Location

_TAB_WIDTH = 4
_LONGEST_GAP = 1
_FIX_FLAGS = {
    Applicability.SAFE: "(--fix)",
    Applicability.UNSAFE: "(--fix --unsafe-fixes)",
    Applicability.DISPLAY_ONLY: "(by hand)",
}


@dataclass(frozen=True, slots=True)
class _Mark:
    """A place to underline, and what to write beside it."""

    location: Location
    label: str
    primary: bool


def _width(character: str, column: int) -> int:
    """How many terminal cells a character takes at a column."""
    if character == "\t":
        return _TAB_WIDTH - column % _TAB_WIDTH
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cells(text: str, start: int = 0) -> int:
    """The terminal cells of a text that starts in cell `start`."""
    column = start
    for character in text:
        column += _width(character, column)
    return column - start


def _underline(mark: _Mark, line: str, style: Style) -> str:
    span = mark.location.span
    end = span.end_column if span.end_line == span.start_line else len(line.rstrip())
    indent = _cells(line[: span.start_column])
    length = max(1, _cells(line[span.start_column : end], indent))
    text = ("^" if mark.primary else "-") * length + (f" {make_visible(mark.label)}" if mark.label else "")
    return " " * indent + (style.error(text) if mark.primary else style.related(text))


def _snippet(marks: list[_Mark], reported: ReportedDiagnostic, gutter: int, style: Style) -> list[str]:
    """The source lines of marks in one file, in order, each with its underlines."""
    rule = style.frame(" " * gutter + " |")
    rows = [rule]
    last = 0
    for mark in sorted(marks, key=lambda mark: (mark.location.span.start_line, not mark.primary, mark.location.span)):
        number = mark.location.span.start_line
        line = reported.lines.get(mark.location, "")
        if number != last:
            if last and number > last + _LONGEST_GAP:
                rows.append(style.frame(" " * gutter + " ..."))
            shown = "".join(" " * _width("\t", _cells(line[:i])) if c == "\t" else c for i, c in enumerate(line))
            rows.append(f"{style.frame(f'{number:>{gutter}} |')} {make_visible(shown)}".rstrip())
        rows.append(f"{rule} {_underline(mark, line, style)}")
        last = number
    return rows


def _footer(diagnostic: Diagnostic, gutter: int, style: Style) -> list[str]:
    said = [("help", diagnostic.help)] if diagnostic.help else []
    said += [("note", note) for note in diagnostic.notes]
    if diagnostic.fix is not None:
        said.append(("fix", f"{diagnostic.fix.message} {_FIX_FLAGS[diagnostic.fix.applicability]}"))
    return [f"{' ' * gutter} {style.help(f'= {heading}:')} {make_visible(text)}" for heading, text in said]


def _list_marks(diagnostic: Diagnostic) -> list[_Mark]:
    """The finding's own place and its related ones; what is said of one place is said at once."""
    labels: dict[Location, dict[str, None]] = {diagnostic.location: {}}
    for related in diagnostic.related_locations:
        labels.setdefault(related.location, {})[related.message] = None
    return [_Mark(place, "; ".join(said), place == diagnostic.location) for place, said in labels.items()]


def _block(reported: ReportedDiagnostic, style: Style) -> str:
    diagnostic = reported.diagnostic
    marks = _list_marks(diagnostic)
    gutter = max(len(str(mark.location.span.start_line)) for mark in marks)
    # Insertion order: the finding's own file (and notebook cell) first.
    files: dict[tuple[str, int | None], list[_Mark]] = {}
    for mark in marks:
        files.setdefault((mark.location.path, mark.location.cell), []).append(mark)
    rows = [f"{style.error(diagnostic.code)} {style.strong(diagnostic.name)}: {make_visible(diagnostic.message)}"]
    for group in files.values():
        arrow = "-->" if group[0].primary else ":::"
        rows.append(f"{' ' * gutter}{style.frame(arrow)} {make_visible(show_place(group[0].location))}")
        rows.extend(_snippet(group, reported, gutter, style))
    rows.extend(_footer(diagnostic, gutter, style))
    return "\n".join(rows) + "\n"


def render(results: Results, style: Style) -> str:
    """The report as text, a blank line after each block; empty when nothing was found."""
    return "".join(_block(reported, style) + "\n" for reported in results.reported())
