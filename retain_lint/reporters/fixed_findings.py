"""`--show-fixes`: which rules' findings were fixed in which file. Floor 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from retain_lint.fixing.verified_fixes import FixedFile
from retain_lint.reporters.paths import show_path
from retain_lint.reporters.style import Style
from retain_lint.reporters.visible import make_visible


def list_fixed(fixed: Iterable[FixedFile], style: Style) -> str:
    """A line for each file and, below it, for each rule, without a line end; empty when nothing was fixed."""
    lines = []
    for file in fixed:
        lines.append(f"- {style.strong(make_visible(show_path(file.path)))}:")
        rules = Counter((diagnostic.code, diagnostic.name) for diagnostic in file.fixed)
        lines += [f"    {count} x {style.error(code)} {name}" for (code, name), count in sorted(rules.items())]
    return "\n".join(["Fixes:", *lines]) if lines else ""
