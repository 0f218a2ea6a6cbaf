"""Text as HTML. Floor 5.

Whatever comes from the checked files passes through here: it is escaped, and characters that would not be shown are replaced.
"""

from __future__ import annotations

import re
from html import escape

from retain_lint.reporters.visible import make_visible

_CODE = re.compile(r"`([^`]+)`")


def write_text(text: str) -> str:
    """The text itself."""
    return escape(make_visible(text))


def write_prose(text: str) -> str:
    """The text, with what stands between backticks as code."""
    return _CODE.sub(lambda match: f"<code>{match[1]}</code>", write_text(text))


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
