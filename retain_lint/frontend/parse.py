"""A text to the tree that is lowered, by whichever parser reads it. Floor 2.

Python's own comes first. What it refuses may be syntax that the running Python does not know yet, for which there is a slower one.
Invariant: whatever the text, the outcome is a tree with true positions or a SourceError, never another exception.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from retain_lint.frontend.nesting import find_deep_nesting, may_nest_deeply, room_for_nesting
from retain_lint.frontend.reading import Reading, garbage_kept
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.source import Span


def parse(reading: Reading) -> ast.Module:
    """The tree of a text, which the reading gives away; raises SourceError."""
    tree, source = reading.take_tree(), reading.source
    if tree is None:
        return parse_newer(reading)
    if may_nest_deeply(tree, source.text, source.line_starts) and find_deep_nesting(source.text) is not None:
        raise refuse_nesting(source)
    return tree


def parse_newer(reading: Reading) -> ast.Module:
    """The tree of a text by the parser for newer syntax; raises SourceError."""
    # Imported here: libcst takes long to import, and few files need it.
    from retain_lint.frontend.concrete.parser import parse_concrete

    return parse_concrete(reading)


def check_syntax(reading: Reading) -> None:
    """Raises SourceError for a syntax error. The parser for newer syntax has the last word."""
    if reading.fault is not None:
        parse_newer(reading)


def refuse_nesting(source: SourceText) -> SourceError:
    """The error for a text that nests too deeply, with the place if one statement is to blame."""
    deep = find_deep_nesting(source.text)
    location = None if deep is None else source.location(Span(deep, 0, deep, 0))
    return SourceError(source.path, "nested too deeply", location=location)


@contextmanager
def parsing_limits() -> Iterator[None]:
    """The garbage collector off and room for deep recursion while a tree is walked."""
    with garbage_kept(), room_for_nesting():
        yield
