"""Where each node of a parsed file stands: one pass over the tree beside the text. Floor 2.

The pass walks nodes in source order and steps through the text token by token, skipping whitespace and comments with
one regular expression instead of visiting libcst's whitespace nodes. Invariant: a span starts and ends at the node's
own tokens; surrounding parentheses, decorators and separators are outside it.
"""

from __future__ import annotations

import re
from typing import Any

import libcst as cst

from retain_lint.frontend.concrete.layouts import Layout, Part, build_layouts
from retain_lint.frontend.text import SourceText
from retain_lint.source import Span

_TRIVIA = re.compile(r"[ \t\f]*(?:(?:[\r\n]|\\\r\n?|\\\n|#[^\r\n]*)[ \t\f]*)*")


class PositionError(Exception):
    """The tree does not fit the text: a node type that the layouts do not know, or a token that is not there."""


class Positions:
    """Spans of nodes by identity; valid as long as the tree is kept."""

    def __init__(self, source: SourceText, offsets: dict[int, tuple[int, int]]) -> None:
        self._source = source
        self._offsets = offsets

    def span(self, node: cst.CSTNode) -> Span:
        """The lines and columns of a node."""
        start, end = self._offsets[id(node)]
        return self._source.span(start, end)

    def text(self, node: cst.CSTNode) -> str:
        """A node as written, without its parentheses."""
        start, end = self._offsets[id(node)]
        return self._source.text[start:end]

    def offsets(self, node: cst.CSTNode) -> tuple[int, int]:
        """Start and end in the text, in code points."""
        return self._offsets[id(node)]


def locate(tree: cst.Module, source: SourceText) -> Positions:
    """The positions of all nodes of `tree`, which was parsed from `source`; raises PositionError."""
    pass_ = _Pass(source.text)
    pass_.place(tree)
    return Positions(source, pass_.offsets)


class _Pass:
    """The walk: `_end` is the offset behind the last token."""

    def __init__(self, text: str) -> None:
        self.offsets: dict[int, tuple[int, int]] = {}
        self._text = text
        self._end = 0
        self._layouts: dict[type[Any], Layout] = build_layouts()
        self._raw = tuple(filter(None, (getattr(cst, name, None) for name in _RAW)))

    def place(self, value: Any) -> None:
        """Step over a child: a node, a sequence of nodes, a token's text, or nothing."""
        layout = self._layouts.get(value.__class__)
        if layout is not None:
            self._place_node(value, layout)
        elif isinstance(value, str):
            self._take(value)
        elif isinstance(value, (tuple, list)):
            for item in value:
                self.place(item)
        elif isinstance(value, self._raw):
            # Text inside an f-string: whitespace and `#` belong to it.
            start = self._end
            self._end += len(value.value)
            self.offsets[id(value)] = (start, self._end)
        else:
            raise PositionError(f"unknown syntax: {type(value).__name__}")

    def _place_node(self, node: cst.CSTNode, layout: Layout) -> None:
        if layout.before:
            self._place_parts(node, layout.before)
        start = self._skip_trivia()
        self._place_parts(node, layout.own)
        self.offsets[id(node)] = (start, self._end)
        if layout.after:
            self._place_parts(node, layout.after)

    def _place_parts(self, node: cst.CSTNode, parts: tuple[Part, ...]) -> None:
        for part in parts:
            if not part.tokens:
                self.place(getattr(node, part.field))
            elif not part.field or (getattr(node, part.field) is None) is part.unset:
                self._take_any(part.tokens)

    def _skip_trivia(self) -> int:
        match = _TRIVIA.match(self._text, self._end)
        return match.end() if match else self._end

    def _take_any(self, tokens: tuple[str, ...]) -> None:
        start = self._skip_trivia()
        for token in tokens:
            if self._text.startswith(token, start):
                self._end = start + len(token)
                return
        raise PositionError(f"expected {tokens[0]!r} at offset {start}")

    def _take(self, token: str) -> None:
        self._take_any((token,))


_RAW = ("FormattedStringText", "TemplatedStringText")
