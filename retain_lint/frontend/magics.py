"""IPython's own syntax in notebook cells, replaced line for line by plain Python. Floor 2.

`%magic`, `!shell`, `?help` and `help?` become `pass`; `name = !shell` and `name = %magic` get an unknown value, as from
the call that IPython makes of them. A `%%` cell is another language unless the magic runs its body in the notebook.
"""

from __future__ import annotations

import re

# Cell magics whose body is Python that runs in the notebook's own namespace.
_TRANSPARENT = frozenset({"capture", "debug", "memit", "prun", "snakeviz", "time", "timeit"})

_SUSPECT = re.compile(r"^[ \t]*[%!?]|=[ \t]*[%!]|\?[ \t]*$", re.MULTILINE)
_MAGIC = re.compile(r"[ \t]*(?:%|!|\?|[^#'\"=]*\?{1,2}[ \t]*$)")
_ASSIGNED = re.compile(r"([ \t]*[A-Za-z_][\w.,\[\]* \t]*=[ \t]*)[%!](?!=)")
_TOKEN = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<string>[A-Za-z]{0,2}(?:'''(?:\\.|[^\\])*?(?:'''|\Z)|\"\"\"(?:\\.|[^\\])*?(?:\"\"\"|\Z)"
    r"|'(?:\\.|[^'\\\n])*'?|\"(?:\\.|[^\"\\\n])*\"?))"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<join>\\\n)|(?P<newline>\n)|[^\S\n]+|\w+|.",
    re.DOTALL,
)
_CELL_MAGIC = re.compile(r"%%([A-Za-z_]\w*|!)?")


def neutralise(source: str) -> list[str]:
    """The lines of one cell as plain Python, as many as it has."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    cell_magic = _CELL_MAGIC.match(source.lstrip())
    if cell_magic:
        return _neutralise_cell(source, cell_magic.group(1) or "")
    if not _SUSPECT.search(source):
        return source.split("\n")
    lines = source.split("\n")
    for line in _statement_lines(source):
        _neutralise_statement(lines, line)
    return lines


def _neutralise_cell(source: str, magic: str) -> list[str]:
    blank = source[: len(source) - len(source.lstrip())]
    head, newline, body = source.lstrip().partition("\n")
    first = blank.split("\n")[:-1] + ["#" + head]
    if not newline:
        return first
    if magic in _TRANSPARENT:
        return first + neutralise(body)
    return first + ["#" + line for line in body.split("\n")]


def _statement_lines(source: str) -> list[int]:
    """The lines (from 0) on which a statement begins: not inside brackets or strings, nor continued by a backslash.
    A magic line ends with its line whatever brackets or quotes it opens, so lines that look like one are skipped."""
    lines: list[int] = []
    position, line, depth, at_start = 0, 0, 0, True
    while position < len(source):
        if at_start and depth == 0:
            lines.append(line)
            if _is_magic(source, position):
                position, line = _skip_magic(source, position, line)
                continue
        match = _TOKEN.match(source, position)
        assert match is not None  # the last alternatives match any character
        kind = match.lastgroup
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        line += match.group().count("\n")
        at_start = kind == "newline"
        position = match.end()
    return lines


def _is_magic(source: str, position: int) -> bool:
    end = source.find("\n", position)
    text = source[position : end if end >= 0 else len(source)]
    return _MAGIC.match(text) is not None or _ASSIGNED.match(text) is not None


def _skip_magic(source: str, position: int, line: int) -> tuple[int, int]:
    """Past the end of the magic, which a backslash carries on to the next line."""
    while True:
        end = source.find("\n", position)
        if end < 0:
            return len(source), line
        carried_on = source[end - 1] == "\\"
        position, line = end + 1, line + 1
        if not carried_on:
            return position, line


def _neutralise_statement(lines: list[str], line: int) -> None:
    text = lines[line]
    assigned = _ASSIGNED.match(text)
    if assigned:
        replacement = assigned.group(1) + "get_ipython()"
    elif _MAGIC.match(text):
        replacement = text[: len(text) - len(text.lstrip())] + "pass"
    else:
        return
    while lines[line].endswith("\\") and line + 1 < len(lines):
        lines[line], line = replacement, line + 1
        replacement = "#"
    lines[line] = replacement
