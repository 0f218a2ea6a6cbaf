"""Where in the program an engine call, an optimiser's step or a write happens: its chain of call lines.

Invariant: only frames of the program under test count; comprehensions are not frames of their own.
"""

from __future__ import annotations

import sys
from types import FrameType, TracebackType
from typing import TypeAlias

PROGRAM_FILE = "<program>"
_INLINE_SCOPES = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})

Stack: TypeAlias = tuple[int, ...]
"""Lines of the program's active calls, outermost first; the last one is the line of the site itself."""


def _counts(frame: FrameType) -> bool:
    return frame.f_code.co_filename == PROGRAM_FILE and frame.f_code.co_name not in _INLINE_SCOPES


def current_stack() -> Stack:
    """The program's call lines that lead to the caller; empty when no frame of the program is active."""
    lines: list[int] = []
    frame: FrameType | None = sys._getframe(1)
    inline_line: int | None = None
    while frame is not None:
        if _counts(frame):
            # a call made inside a comprehension stands on the comprehension's own line, not on the statement's first
            lines.append(frame.f_lineno if inline_line is None else inline_line)
            inline_line = None
        elif frame.f_code.co_filename == PROGRAM_FILE and inline_line is None:
            inline_line = frame.f_lineno
        frame = frame.f_back
    return tuple(reversed(lines))


def called_from_program(depth: int) -> bool:
    """Whether the frame `depth` levels above the caller belongs to the program itself rather than to a library."""
    return sys._getframe(depth + 1).f_code.co_filename == PROGRAM_FILE


def traceback_stack(traceback: TracebackType | None) -> Stack:
    """The program's lines in a traceback, outermost first."""
    lines = []
    while traceback is not None:
        if _counts(traceback.tb_frame):
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return tuple(lines)
