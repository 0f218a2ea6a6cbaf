"""Nodes of Python's own tree made from those of libcst, with the places that Python's parser would give them. Floor 2."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import libcst as cst

from retain_lint.frontend.concrete.positions import PositionError, Positions
from retain_lint.frontend.places import byte_offsets
from retain_lint.frontend.text import SourceText
from retain_lint.source import Span

Translation: TypeAlias = "Callable[[Builder, Any], Any]"


def name_of(node: Any) -> str:
    """An identifier in the form in which Python compares them; libcst has it as written."""
    text: str = node.value
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


class Builder:
    """The translation of one file. `kinds`: how nodes are translated, by the names of their classes."""

    def __init__(self, positions: Positions, source: SourceText, kinds: Mapping[str, Translation]) -> None:
        self.source = source
        self._positions = positions
        self._kinds = kinds
        self._bytes: dict[int, list[int]] = {}

    def translate(self, node: Any) -> Any:
        """The node for a node; nothing for nothing. Raises PositionError for a kind that is not known."""
        if node is None:
            return None
        kind = self._kinds.get(type(node).__name__)
        if kind is None:
            raise PositionError(f"unknown syntax: {type(node).__name__}")
        return kind(self, node)

    def translate_all(self, nodes: Sequence[Any]) -> list[Any]:
        """The nodes for nodes."""
        return [self.translate(node) for node in nodes]

    def suite(self, body: Sequence[Any]) -> list[ast.stmt]:
        """The statements of a suite or a file, of which several may share a line."""
        found: list[ast.stmt] = []
        for item in body:
            line = isinstance(item, cst.SimpleStatementLine)
            found += self.translate_all(item.body) if line else [self.translate(item)]
        return found

    def offsets(self, node: cst.CSTNode) -> tuple[int, int]:
        """Where a node stands, without its parentheses."""
        return self._positions.offsets(node)

    def outer(self, node: Any) -> tuple[int, int]:
        """Where a node stands with the innermost of its parentheses, which Python counts to tuples and generators."""
        start, end = self.offsets(node)
        if node.lpar:
            start, end = self.offsets(node.lpar[-1])[0], self.offsets(node.rpar[0])[1]
        return start, end

    def at(self, kind: Any, node: cst.CSTNode, **fields: Any) -> Any:
        """A node that stands where another one does."""
        return self.between(kind, self.offsets(node), **fields)

    def between(self, kind: Any, offsets: tuple[int, int], **fields: Any) -> Any:
        """A node between two places of the text."""
        made = kind(**fields)
        span = self.source.span(*offsets)
        made.lineno, made.col_offset = span.start_line, self._byte(span.start_line, span.start_column)
        made.end_lineno, made.end_col_offset = span.end_line, self._byte(span.end_line, span.end_column)
        return made

    def _byte(self, line: int, column: int) -> int:
        if line not in self._bytes:
            text = self.source.slice(Span(line, 0, line + 1, 0))
            self._bytes[line] = [] if text.isascii() else byte_offsets(text)
        return self._bytes[line][column] if self._bytes[line] else column
