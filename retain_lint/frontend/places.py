"""Where the nodes of a tree stand in its text, in code points, and what of the text no node stands for. Floor 2.

Python counts columns in bytes. It has no nodes for parentheses, which an argument that is cut out of a call must take along.
Invariant: the span of a node is the same whichever parser has read it.
"""

from __future__ import annotations

import ast
import re
import sys
import unicodedata
from bisect import bisect_left
from itertools import accumulate
from typing import Any

from retain_lint.frontend.text import SourceText
from retain_lint.source import Span

#: whitespace, line ends and comments, the latter up to their ends
TRIVIA = r"[ \t\f]*(?:(?:[\r\n]|\\\r\n?|\\\n|#[^\r\n]*(?![^\r\n]))[ \t\f]*)*"
_BLANK = re.compile(TRIVIA)
_CLOSING = re.compile(rf"(?:{TRIVIA}\))*")
#: from the end of the node before an argument to its beginning
_TO_ARGUMENT = re.compile(rf"(?:{TRIVIA}\))*{TRIVIA}[(,]{TRIVIA}")
_TO_NAME = re.compile(rf"(?:async{TRIVIA})?(?:def|class){TRIVIA}")
_OPENED = re.compile(r"\{[(\s]*\Z")
#: how far before an embedded expression its brace is looked for
_NEAR = 100


class MisplacedError(Exception):
    """Python's parser gives an expression in an f-string a place where something else stands. Before 3.12 it parsed these apart,
    and counted where they were."""


class Places:
    """The places of the nodes of one text."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._text = source.text
        self._is_ascii = source.text.isascii()
        self._widths: dict[int, list[int]] = {}

    def span(self, node: Any) -> Span:
        """The lines and columns of a node."""
        if self._is_ascii:
            return Span(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        return self.between(node, node)

    def between(self, first: Any, last: Any) -> Span:
        """From the start of one node to the end of another."""
        start, end = first.lineno, last.end_lineno
        return Span(start, self._column(start, first.col_offset), end, self._column(end, last.end_col_offset))

    def text(self, node: Any) -> str:
        """A node as written."""
        return self._source.slice(self.span(node))

    def module(self, tree: ast.Module) -> Span:
        """From the first to the last token of a file."""
        if not tree.body:
            return Span(1, 0, 1, 0)
        return self._span(_end(_BLANK, self._text, 0), self._end(tree.body[-1]))

    def name(self, node: ast.stmt, name: str) -> Span:
        """The name in a definition of a function or class."""
        start = _end(_TO_NAME, self._text, self._start(node))
        return self._span(start, start + len(name))

    def operands(self, node: ast.BoolOp, count: int) -> Span:
        """The first operands of a row of `and` or `or`."""
        return self._span(self._start(node), _end(_CLOSING, self._text, self._end(node.values[count - 1])))

    def argument(self, call: ast.Call, node: ast.expr) -> Span:
        """An argument by position, with all parentheses around it but those of the call."""
        behind = -1
        if node.end_lineno == call.end_lineno and node.end_col_offset is not None and call.end_col_offset is not None:
            behind = call.end_col_offset - node.end_col_offset
        last: ast.expr = node
        if behind == 0 and isinstance(node, ast.GeneratorExp):  # its parentheses are those of the call
            last = [node.generators[-1].iter, *node.generators[-1].ifs][-1]
        elif behind == 1 or self._text.startswith(",", self._end(node)):
            return self.span(node)
        position = call.args.index(node)
        before = call.args[position - 1] if position else call.func
        start = _end(_TO_ARGUMENT, self._text, self._end(before))
        return self._span(start, _end(_CLOSING, self._text, self._end(last), self._end(call) - 1))

    def check_embedded(self, node: ast.expr) -> None:
        """Raises MisplacedError if an expression in an f-string does not stand where the tree says."""
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and not self._is_written(inner):
                raise MisplacedError
            if sys.version_info < (3, 12) and isinstance(inner, ast.FormattedValue) and not self._is_opened(inner):
                raise MisplacedError

    def _is_written(self, name: ast.Name) -> bool:
        text = self.text(name)
        return text == name.id or unicodedata.normalize("NFKC", text) == name.id

    def _is_opened(self, embedded: ast.FormattedValue) -> bool:
        """Does a brace stand before it? A name alone may be found in the text beside it, too."""
        if embedded.value.lineno > len(self._source.line_starts):
            return False
        start = self._start(embedded.value)
        return _OPENED.search(self._text, max(0, start - _NEAR), start) is not None

    def _start(self, node: ast.stmt | ast.expr) -> int:
        return self._source.line_starts[node.lineno - 1] + self._column(node.lineno, node.col_offset)

    def _end(self, node: ast.stmt | ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._source.line_starts[node.end_lineno - 1] + self._column(node.end_lineno, node.end_col_offset)

    def _span(self, start: int, end: int) -> Span:
        return self._source.span(start, end)

    def _column(self, line: int, offset: int) -> int:
        """The code points before a byte of a line."""
        if self._is_ascii:
            return offset
        if line not in self._widths:
            text = self._source.slice(Span(line, 0, line + 1, 0))
            self._widths[line] = [] if text.isascii() else byte_offsets(text)
        widths = self._widths[line]
        return bisect_left(widths, offset) if widths else offset


def byte_offsets(line: str) -> list[int]:
    """Where the code points of a line begin in UTF-8, and where the last ends."""
    return list(accumulate((len(point.encode("utf-8", "surrogatepass")) for point in line), initial=0))


def _end(pattern: re.Pattern[str], text: str, start: int, limit: int = sys.maxsize) -> int:
    match = pattern.match(text, start, limit)
    return match.end() if match else start
