"""A unified diff with colours. Floor 5."""

from __future__ import annotations

from retain_lint.reporters.style import Style


def paint_diff(diff: str, style: Style) -> str:
    """The diff, its lines coloured by what they say; not a character is changed by a plain style."""
    return "".join(_paint(line, style) for line in diff.splitlines(keepends=True)) if style.coloured else diff


def _paint(line: str, style: Style) -> str:
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    if text.startswith(("---", "+++")):
        return style.strong(text) + end
    if text.startswith("@@"):
        return style.help(text) + end
    paint = {"+": style.added, "-": style.removed}.get(text[:1])
    return (paint(text) if paint else text) + end
