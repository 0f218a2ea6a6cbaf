"""How deeply a text nests, found before it is parsed by libcst, or lowered. Floor 2.

libcst's parser is native and recursive: nesting of some thousand levels overflows its stack and ends the process; Python's own
counts its levels, but an analysis would take too long. One scan over the tokens bounds the depth of every expression. It takes as
long as Python's parser, so that it is left out where the tree shows no statement long enough. Invariant: what CPython accepts
for its bracket depth is accepted here; what is accepted here fits into a stack of 8 MB.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from retain_lint.frontend.newer_nodes import TryStar
from retain_lint.source import LINE_END

# CPython's own limit (MAXLEVEL in its tokenizer, "too many nested parentheses").
_MAX_BRACKETS = 200
# Operators in a row, each of which may nest one level deeper: `1 + 1 + ...`, `a.b.b...`, `lambda: lambda: ...`.
# libcst 1.9 was seen to crash from 3,500 on.
_MAX_OPERATORS = 2000
#: `a[0][0]...`, `f()()...` count for so many: the time that libcst takes grows with their square
_TRAILER = 4
#: characters that hold no more than `_MAX_OPERATORS`: two of them, `()`, count for a trailer
_ROOM = _MAX_OPERATORS * 2 // _TRAILER
_ELIF = "elif"
#: the statements that hold statements, and where
_WITH_SUITES = (
    *(ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.AsyncFor, ast.While),
    *(ast.With, ast.AsyncWith, ast.Try, TryStar, ast.ExceptHandler, ast.Match, ast.match_case),
)
_SUITES = ("body", "orelse", "finalbody", "handlers", "cases")
#: calls of Python functions: each level of nesting takes a few, more than the usual limit leaves room for in generated code
_RECURSION_LIMIT = 5000

_TOKEN = re.compile(
    r"""\#[^\r\n]*
    |(?P<string>'''(?:[^'\\]|\\.|'(?!''))*(?:''')?|\"\"\"(?:[^"\\]|\\.|"(?!""))*(?:\"\"\")?
        |'(?:[^'\\\r\n]|\\.)*'?|"(?:[^"\\\r\n]|\\.)*"?)
    |(?P<trailer>(?<=[)\]])[(\[])
    |(?P<open>[(\[{])
    |(?P<close>[)\]}])
    |(?P<definition>[\r\n](?=def\b|class\b|import\b|@))
    |(?P<newline>[\r\n])
    |(?P<separator>[,;])
    |(?P<operator>[-+*/%@&|^~<>=!.:]+|\b(?:and|or|not|if|lambda|await|for|in|is|elif)\b)
    |[^\W\d]\w*|[^\S\r\n]+|\\\r?\n|.""",
    re.VERBOSE | re.DOTALL,
)


def find_deep_nesting(text: str) -> int | None:
    """The line on which `text` nests too deeply to be parsed, if any."""
    if text.count(_ELIF) > _MAX_OPERATORS:
        return 1
    operators = 0  # in a row, in the innermost brackets
    outer: list[int] = []  # the same for the brackets around
    total = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "operator":
            length = len(match.group())  # `- - -x` may be written `---x`
            operators, total = operators + length, total + length
        elif kind == "string":
            nested = 1 + match.group().count("{")
            operators, total = operators + nested, total + nested
        elif kind == "separator" or (kind == "newline" and not outer):
            operators, total = 0, total - operators
        elif kind in ("open", "trailer"):
            if kind == "trailer":
                operators, total = operators + _TRAILER, total + _TRAILER
            outer.append(operators)
            operators = 0
        elif kind == "close" and outer:
            operators, total = outer.pop(), total - operators
        elif kind == "definition":
            # Only at the beginning of a statement: whatever the scan took for open brackets was none.
            outer, operators, total = [], 0, 0
        if total > _MAX_OPERATORS or len(outer) > _MAX_BRACKETS:
            return len(LINE_END.findall(text, 0, match.start())) + 1
    return None


def may_nest_deeply(tree: ast.Module, text: str, line_starts: Sequence[int]) -> bool:
    """False only if `find_deep_nesting` finds nothing in a text that Python parses: it has no brackets too deep, and its statements
    begin so close to each other that none has room for that many operators."""
    lines = sorted(_statement_lines(tree))
    begins = [line_starts[begin - 1] for begin, _ in lines] + [len(text)]
    rests = [line_starts[rest - 1] for _, rest in lines]
    wide = any(begin - rest > _ROOM for rest, begin in zip(rests, begins[1:], strict=True))
    return wide or text.count(_ELIF) > _MAX_OPERATORS


def _statement_lines(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """The line on which each statement begins, and that from which on it may hold an operator: of a docstring the last."""
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            is_constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            yield node.lineno, node.end_lineno or node.lineno if is_constant else node.lineno
        if isinstance(node, _WITH_SUITES):
            for name in _SUITES:
                pending += getattr(node, name, ())


@contextmanager
def room_for_nesting() -> Iterator[None]:
    """Room for the deep recursion that a text of many levels takes."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
