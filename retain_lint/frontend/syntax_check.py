"""Syntax errors found with Python's own compiler: ten times as fast as parsing, and with the better messages. Floor 2."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from retain_lint.frontend.text import SourceText


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """What is wrong, and where in the text: the line counted from 1, the column from 0."""

    message: str
    line: int
    column: int


def check_syntax(source: SourceText) -> None:
    """Raises SourceError for a syntax error. The running Python may know less syntax than the file uses, so that the
    parser of the analysis has the last word."""
    if find_syntax_fault(source) is not None:
        # Imported here: only for the rare file that Python itself refuses.
        from retain_lint.frontend.parse import parse

        parse(source)


def find_syntax_fault(source: SourceText) -> SyntaxFault | None:
    """What the running Python says against a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as invalid escape sequences: not ours to report
            compile(source.text, source.path, "exec", dont_inherit=True)
    except SyntaxError as error:
        line = min(max(error.lineno or 1, 1), len(source.line_starts))
        return SyntaxFault(error.msg, line, max((error.offset or 1) - 1, 0))
    except ValueError as error:
        return SyntaxFault(str(error), 1, 0)
    except (RecursionError, MemoryError):
        return None  # nested too deeply for the compiler, which is no syntax error
    return None
