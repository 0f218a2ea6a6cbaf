"""Source text as messages show it. Floor 2."""

from __future__ import annotations

import io
import re
import tokenize

_AFTER_BRACKET = re.compile(r"([(\[{])\s*\n\s*")
_BEFORE_BRACKET = re.compile(r",?\s*\n\s*([)\]}])")


def one_line(text: str) -> str:
    """An expression on one line: without its comments, and without the space of brackets that were spread over lines."""
    if "\n" in text or "\r" in text:
        text = re.sub(r"\r\n?", "\n", _strip_comments(text) if "#" in text else text)
        text = _BEFORE_BRACKET.sub(r"\1", _AFTER_BRACKET.sub(r"\1", text))
    return " ".join(text.split())


def _strip_comments(text: str) -> str:
    """The text without comments; as it is, if the tokenizer of the running Python cannot read it."""
    lines = text.splitlines(keepends=True)
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(f"(\n{text}\n)").readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    for token in tokens:
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 2] = lines[row - 2][:column].rstrip() + "\n"
    return "".join(lines)
