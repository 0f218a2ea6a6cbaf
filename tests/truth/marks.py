"""Comments in programs that say what is expected on their line."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"#\s*(?P<mark>[a-z]+)(?::\s*(?P<value>.*?))?\s*$")


def find_marks(code: str, mark: str) -> dict[int, str]:
    """The lines (from 1) that end with the comment `# mark` or `# mark: value`, with their values."""
    matches = ((number, _COMMENT.search(line)) for number, line in enumerate(code.splitlines(), 1))
    return {number: match["value"] or "" for number, match in matches if match and match["mark"] == mark}
