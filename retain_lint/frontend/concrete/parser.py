"""Source text to a tree by way of libcst. Floor 2. Its native parser knows the newest syntax whatever Python is running."""

from __future__ import annotations

import ast
import re

import libcst as cst

from retain_lint.frontend.concrete.contexts import set_contexts
from retain_lint.frontend.concrete.positions import PositionError, locate
from retain_lint.frontend.concrete.statements import translate
from retain_lint.frontend.nesting import find_deep_nesting
from retain_lint.frontend.parse import parsing_limits, refuse_nesting
from retain_lint.frontend.reading import Reading, SyntaxFault
from retain_lint.frontend.text import SourceError, SourceText
from retain_lint.source import Span

_INDENTATION = re.compile(r"^[ \t\f]+", re.MULTILINE)


def parse_concrete(reading: Reading) -> ast.Module:
    """The tree of a text; raises SourceError, in Python's own words where Python has any."""
    source = reading.source
    with parsing_limits():
        tree = _parse_tree(reading)
        try:
            return set_contexts(translate(tree, locate(tree, source), source))
        except PositionError as error:
            raise SourceError(source.path, f"cannot be read: {error}") from None
        except RecursionError:
            raise refuse_nesting(source) from None


def _parse_tree(reading: Reading) -> cst.Module:
    source = reading.source
    if find_deep_nesting(source.text) is not None:
        raise refuse_nesting(source)
    try:
        return _parse_text(source.text)
    except cst.ParserSyntaxError as error:
        raise _describe_syntax_error(source, reading.fault, error) from None
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


def _describe_syntax_error(source: SourceText, fault: SyntaxFault | None, error: cst.ParserSyntaxError) -> SourceError:
    """The error with Python's own words and place, which are better; with libcst's where Python has none."""
    fault = fault or SyntaxFault(_describe(error), error.editor_line, error.editor_column - 1)
    place = source.location(Span(fault.line, fault.column, fault.line, fault.column))
    return SourceError(source.path, f"syntax error: {fault.message}", location=place)


def _describe(error: cst.ParserSyntaxError) -> str:
    """libcst's message without the place and without long lists of what it expected instead."""
    message = re.sub(r"^(?:parser|tokenizer) error: (?:error at \d+:\d+: )?", "", _first_line(error.message))
    return "invalid syntax" if "expected one of" in message else message


def _first_line(message: str) -> str:
    return message.strip().split("\n", 1)[0]
