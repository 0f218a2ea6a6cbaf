"""Text from the checked files made harmless: for terminals, and for XML. Floor 5.

A file may be called anything, and its lines may hold anything: a newline would forge a line of the report, an escape sequence would
be obeyed by the terminal, a mark that turns the reading direction would show other code than there is (CVE-2021-42574).
"""

from __future__ import annotations

import re

_CONTROL_PICTURES = 0x2400
_DELETE, _DELETE_PICTURE = "\x7f", "\u2421"
_REPLACEMENT = "\ufffd"
# C0 but the tab, DEL, C1, line and paragraph separators, marks of direction, halves of surrogate pairs, noncharacters
_UNSAFE = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def make_visible(text: str) -> str:
    """The text with each character that would not be shown replaced by one that is; tabs are left."""
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_picture, text)


def make_lines_visible(text: str) -> str:
    """The same for several lines, which stay lines."""
    return "\n".join(map(make_visible, text.split("\n")))


def _picture(match: re.Match[str]) -> str:
    character = match[0]
    if character < " ":
        return chr(_CONTROL_PICTURES + ord(character))
    return _DELETE_PICTURE if character == _DELETE else _REPLACEMENT
