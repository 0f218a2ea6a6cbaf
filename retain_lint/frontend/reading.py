"""What the running Python makes of a text: its tree, or what it says against it. Floor 2.

Python's own parser is a tenth of the cost of any other, and it is loaded already. It is asked once for a text, by whoever comes
first: the search for engine calls, the check of the syntax, the lowering.
"""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from retain_lint.frontend.text import SourceText


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """What is wrong, and where in the text: the line counted from 1, the column from 0."""

    message: str
    line: int
    column: int


@dataclass(slots=True)
class Reading:
    """A text as the running Python reads it."""

    source: SourceText
    _asked: bool = field(default=False, init=False, repr=False)
    _tree: ast.Module | None = field(default=None, init=False, repr=False)
    _fault: SyntaxFault | None = field(default=None, init=False, repr=False)

    @property
    def tree(self) -> ast.Module | None:
        """None for what Python refuses."""
        self._ask()
        return self._tree

    @property
    def fault(self) -> SyntaxFault | None:
        """Why Python refuses it; None also for what nests too deeply for it, which is no syntax error."""
        self._ask()
        return self._fault

    def take_tree(self) -> ast.Module | None:
        """The tree, which is not kept any longer: it takes more room than all that is made of it."""
        tree = self.tree
        if tree is not None:
            self._tree, self._asked = None, False
        return tree

    def _ask(self) -> None:
        if not self._asked:
            self._asked = True
            try:
                self._tree = _parse(self.source.text)
            except SyntaxError as error:
                line = min(max(error.lineno or 1, 1), len(self.source.line_starts))
                self._fault = SyntaxFault(error.msg, line, max((error.offset or 1) - 1, 0))
            except ValueError as error:  # such as lone surrogates
                self._fault = SyntaxFault(str(error), 1, 0)
            except (RecursionError, MemoryError):
                pass


@contextmanager
def garbage_kept() -> Iterator[None]:
    """The garbage collector off while a tree is made and walked: it is many objects and no garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _parse(text: str) -> ast.Module:
    with garbage_kept(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as invalid escape sequences: not ours to report
        return ast.parse(text)
