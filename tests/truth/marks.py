"""Comments in programs that say what is expected on their line."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"#\s*(?P<mark>[a-z]+)(?::\s*(?P<value>[^#]*?))?\s*(?=#|$)")


def find_marks(code: str, mark: str) -> dict[int, str]:
    """The lines (from 1) that end with the comment `# mark` or `# mark: value`, or several of them, with their values."""
    matches = ((number, match) for number, line in enumerate(code.splitlines(), 1) for match in _COMMENT.finditer(line))
    return {number: match["value"] or "" for number, match in matches if match["mark"] == mark}
