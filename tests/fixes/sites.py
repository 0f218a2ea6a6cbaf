"""Call sites of a program's text, found with `ast`."""

from __future__ import annotations

import ast

from retain_lint.domain.call_site import ArgumentSite, CallSite
from retain_lint.source import Location, Span


class Text:
    """A program's text as a SourceReader."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")

    def slice(self, span: Span) -> str:
        return self.text[
            self._offset(span.start_line, span.start_column) : self._offset(span.end_line, span.end_column)
        ]

    def _offset(self, line: int, column: int) -> int:
        return sum(len(text) + 1 for text in self.lines[: line - 1]) + column


def list_calls(text: str, method: str = "backward", path: str = "train.py") -> list[CallSite]:
    """The calls of a method, in the order in which they stand."""
    tree = ast.parse(text)
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_method(node, method)]
    return sorted((_site(text, node, id(node) in statements, path) for node in calls), key=lambda site: site.location)


def find_argument(call: CallSite, text: str) -> ArgumentSite:
    """The argument written `text`."""
    return next(argument for argument in call.arguments if argument.text == text)


def _is_method(node: ast.Call, method: str) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == method


def _site(text: str, node: ast.Call, statement: bool, path: str) -> CallSite:
    arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
    assert isinstance(node.func, ast.Attribute)
    return CallSite(
        _place(text, node, path),
        Text(text).slice(_place(text, node, path).span),
        tuple(sorted((_argument(text, argument, path) for argument in arguments), key=lambda site: site.location)),
        ast.get_source_segment(text, node.func.value) or "",
        statement=statement,
    )


def _argument(text: str, node: ast.expr | ast.keyword, path: str) -> ArgumentSite:
    place = _place(text, node, path)
    return ArgumentSite(place, Text(text).slice(place.span), node.arg if isinstance(node, ast.keyword) else None)


def _place(text: str, node: ast.expr | ast.keyword, path: str) -> Location:
    """`ast` counts columns in bytes, a Span in code points."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    lines = text.split("\n")
    start = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
    end = len(lines[node.end_lineno - 1].encode()[: node.end_col_offset].decode())
    return Location(path, Span(node.lineno, start, node.end_lineno, end))
