"""The arguments of a call, found in its source text with the standard tokenizer. Floor 4.

Works on the text alone, so that comments, spacing and trailing commas are seen as they are written.
"""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_KEYWORD = re.compile(r"(\w+)\s*=(?!=)")


@dataclass(frozen=True, slots=True)
class Argument:
    """`text[start:end]` is the argument as written, `comma` the offset of the comma behind it."""

    start: int
    end: int
    comma: int | None
    text: str

    @property
    def keyword(self) -> str | None:
        """The keyword, None for a positional or a starred argument."""
        match = _KEYWORD.match(self.text)
        return match[1] if match else None

    @property
    def starred(self) -> bool:
        return self.text.startswith("*")

    @property
    def value_start(self) -> int:
        """Where the value begins, behind `keyword=`."""
        match = _KEYWORD.match(self.text)
        if match is None:
            return self.start
        return self.start + match.end() + len(self.text[match.end() :]) - len(self.text[match.end() :].lstrip())


@dataclass(frozen=True, slots=True)
class CallText:
    """A call `text`: the offsets of its round brackets, its arguments and the comments among them."""

    text: str
    opening: int
    closing: int
    arguments: tuple[Argument, ...]
    comments: tuple[int, ...]

    @property
    def callee(self) -> str:
        return self.text[: self.opening]

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment begins in `text[start:end]`."""
        return any(start <= comment < end for comment in self.comments)

    def find_argument(self, offset: int) -> int | None:
        """The index of the argument that `offset` lies in."""
        return next((i for i, a in enumerate(self.arguments) if a.start <= offset < a.end), None)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: int
    text: str
    start: int
    end: int


def parse_call(text: str) -> CallText | None:
    """Split a call's source text. None if it is no call, or is written in a syntax newer than the running Python."""
    try:
        tokens = _tokenize(text)
    except (tokenize.TokenError, SyntaxError):
        return None
    closing = next((t for t in reversed(tokens) if t.kind not in _BLANK), None)
    opening = _find_opening(tokens) if closing and closing.text == ")" else None
    if closing is None or opening is None or opening == 0:
        return None
    inside = [t for t in tokens if opening < t.start < closing.start]
    comments = tuple(t.start for t in inside if t.kind == tokenize.COMMENT)
    return CallText(text, opening, closing.start, tuple(_split_arguments(text, inside)), comments)


_BLANK = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER})


def _tokenize(text: str) -> list[_Token]:
    """The tokens of an expression. Round brackets are put about it so that line breaks in it mean nothing."""
    if re.search(r"\r(?!\n)", text):
        raise SyntaxError("the tokenizer does not know a lone carriage return as the end of a line")
    starts = [0]
    for line in text.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    tokens = []
    for token in tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline):
        start, end = (
            starts[row - 1] + column - (row == 1) if row <= len(starts) else len(text)
            for row, column in (token.start, token.end)
        )
        tokens.append(_Token(token.type, token.string, start, end))
    return [t for t in tokens[1:] if t.start < len(text)]


def _find_opening(tokens: list[_Token]) -> int | None:
    """The offset of the bracket that the last one closes."""
    depth = 0
    for token in reversed(tokens):
        if token.kind == tokenize.OP:
            depth += (token.text in _CLOSING) - (token.text in _OPENING)
            if depth == 0:
                return token.start
    return None


def _split_arguments(text: str, tokens: list[_Token]) -> list[Argument]:
    """Split at the commas outside of inner brackets and lambda parameters."""
    arguments: list[Argument] = []
    start = end = None
    depth = lambdas = 0
    for token in tokens:
        if token.kind in _BLANK:
            continue
        if depth == 0 and token.text == "," and not lambdas and start is not None and end is not None:
            arguments.append(Argument(start, end, token.start, text[start:end]))
            start = None
            continue
        if token.kind == tokenize.OP:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        lambdas += depth == 0 and token.text == "lambda"
        lambdas -= depth == 0 and token.text == ":" and lambdas > 0
        start, end = token.start if start is None else start, token.end
    if start is not None and end is not None:
        arguments.append(Argument(start, end, None, text[start:end]))
    return arguments
