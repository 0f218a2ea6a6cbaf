"""Source text to a located libcst tree. Floor 2.

Invariant: whatever the text, the outcome is a tree with positions or a SourceError, never another exception. libcst
takes long to import: import this module only for a file that will be analysed.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import libcst as cst

from retain_lint.frontend.nesting import find_deep_nesting, room_for_nesting
from retain_lint.frontend.positions import PositionError, Positions, locate
from retain_lint.frontend.syntax_check import SyntaxFault, find_syntax_fault
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.source import Span

_INDENTATION = re.compile(r"^[ \t\f]+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ParsedModule:
    """A file's concrete syntax tree and where its nodes stand."""

    tree: cst.Module
    positions: Positions


def parse(source: SourceText) -> ParsedModule:
    """Parse a file and locate its nodes; raises SourceError."""
    with parsing_limits():
        tree = _parse_tree(source)
        try:
            return ParsedModule(tree, locate(tree, source))
        except PositionError as error:
            raise SourceError(source.path, f"cannot be read: {error}") from None
        except RecursionError:
            raise SourceError(source.path, "nested too deeply") from None


@contextmanager
def parsing_limits() -> Iterator[None]:
    """The garbage collector off and room for deep recursion while a tree is made and walked.

    A tree is many objects and no garbage: collecting doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        with room_for_nesting():
            yield
    finally:
        if enabled:
            gc.enable()


def _parse_tree(source: SourceText) -> cst.Module:
    deep = find_deep_nesting(source.text)
    if deep is not None:
        raise SourceError(source.path, "nested too deeply", location=source.location(Span(deep, 0, deep, 0)))
    try:
        return _parse_text(source.text)
    except cst.ParserSyntaxError as error:
        raise _describe_syntax_error(source, error) from None
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # the native parser's panics derive from BaseException
        raise SourceError(source.path, f"cannot be parsed: {_first_line(str(error))}") from None


def _parse_text(text: str) -> cst.Module:
    """libcst refuses some mixtures of tabs and spaces that Python accepts. Where Python does, lines nest in the same way
    with each tab as one column wide (Parser/tokenizer.c compares both), which leaves all columns what they are."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError:
        even = _INDENTATION.sub(lambda match: match[0].replace("\t", " "), text)
        if even == text:
            raise
        return cst.parse_module(even)


def _describe_syntax_error(source: SourceText, error: cst.ParserSyntaxError) -> SourceError:
    """The error with Python's own words and place, which are better; with libcst's where Python accepts the text."""
    fault = find_syntax_fault(source) or SyntaxFault(_describe(error), error.editor_line, error.editor_column - 1)
    place = source.location(Span(fault.line, fault.column, fault.line, fault.column))
    return SourceError(source.path, f"syntax error: {fault.message}", location=place)


def _describe(error: cst.ParserSyntaxError) -> str:
    """libcst's message without the place and without long lists of what it expected instead."""
    message = re.sub(r"^(?:parser|tokenizer) error: (?:error at \d+:\d+: )?", "", _first_line(error.message))
    return "invalid syntax" if "expected one of" in message else message


def _first_line(message: str) -> str:
    return message.strip().split("\n", 1)[0]
