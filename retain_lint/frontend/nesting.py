"""How deeply a text nests, told before it is parsed. Floor 2.

libcst's parser is native and recursive: nesting of some thousand levels overflows its stack and ends the process. One
scan over the tokens bounds the depth of every expression. Invariant: what CPython accepts for its bracket depth is
accepted here; what is accepted here fits into a stack of 8 MB.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from retain_lint.source import LINE_END

# CPython's own limit (MAXLEVEL in its tokenizer, "too many nested parentheses").
_MAX_BRACKETS = 200
# Operators in a row, each of which may nest one level deeper: `1 + 1 + ...`, `a.b.b...`, `lambda: lambda: ...`.
# libcst 1.9 was seen to crash from 3,500 on.
_MAX_OPERATORS = 2000
#: `a[0][0]...`, `f()()...` count for so many: the time that libcst takes grows with their square
_TRAILER = 4
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
    if text.count("elif") > _MAX_OPERATORS:
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


@contextmanager
def room_for_nesting() -> Iterator[None]:
    """Room for the deep recursion that a text of many levels takes."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
