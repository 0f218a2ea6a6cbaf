"""What is shown below the pointer: the text of the rule of a finding, or of a code in a comment. Floor 6."""

from __future__ import annotations

import re

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position, Range

from retain_lint.rules.base import list_documented
from retain_lint.server.checking import CheckedText
from retain_lint.server.places import Places, overlap
from retain_lint.source import Span

_CODE = re.compile(r"\bRTG\d{3}\b")


def make_hover(checked: CheckedText, places: Places, position: Position) -> Hover | None:
    """The rules of the findings at a position, or the rule that is named there; None if there is none."""
    point = Range(position, position)
    found = [entry for entry in checked.entries if overlap(places.write_range(entry.location.span), point)]
    if found:
        return _show({entry.code for entry in found}, places.write_range(found[0].location.span))
    lines = places.lines
    line = lines[position.line] if position.line < len(lines) else ""
    for match in _CODE.finditer(line):
        range_ = places.write_range(Span(position.line + 1, match.start(), position.line + 1, match.end()))
        if overlap(range_, point):
            return _show({match.group()}, range_)
    return None


def _show(codes: set[str], range_: Range) -> Hover | None:
    texts = [rule.explain() for rule in list_documented() if rule.code in codes]
    return Hover(MarkupContent(MarkupKind.Markdown, "\n\n---\n\n".join(texts)), range_) if texts else None
