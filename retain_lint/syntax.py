"""Syntax errors in files that need no analysis, found with Python's own compiler: ten times as fast as parsing. Floor 5."""

from __future__ import annotations

import warnings

from retain_lint.frontend.text import SourceText


def check_syntax(source: SourceText) -> None:
    """Raises SourceError for a syntax error. The running Python may know less syntax than the file uses, so that the
    parser of the analysis has the last word."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as invalid escape sequences: not ours to report
            compile(source.text, source.path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        # Imported here: only for the rare file that Python itself refuses.
        from retain_lint.frontend.parse import parse

        parse(source)
    except (RecursionError, MemoryError):
        return  # nested too deeply for the compiler, which is no syntax error
