"""When the findings of a file are final: those that are imported are told more by what imports them. Floor 5."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from retain_lint.frontend.text import can_matter

# An import statement, its names in parentheses or after a backslash too; in a notebook it stands behind a quotation mark.
_IMPORT = re.compile(rb"^[ \t]*\"?(?:from|import)\b(?:\\\r?\n|[^\n(])*(?:\([^)]*\))?", re.MULTILINE)
_WORD = re.compile(rb"\w+")
_RELATIVE = re.compile(rb"from\s+\.")
_PACKAGE = "__init__"


def find_final_counts(paths: Sequence[Path]) -> list[int]:
    """For each file, how many of the files must have been checked until nothing is added to it or to those before it.

    Names decide: a file is held back until all are checked that may import a module of its name, through others too. Imports
    that are no statements are not seen."""
    texts = [_read(path) for path in paths]
    imported = [_list_imported(path, text) for path, text in zip(paths, texts, strict=True)]
    owners: dict[str, list[int]] = {}
    for index, path in enumerate(paths):
        owners.setdefault(_name(path), []).append(index)
    last = list(range(len(paths)))
    for index, text in enumerate(texts):
        if can_matter(text):
            for reached in _reach(index, imported, owners):
                last[reached] = max(last[reached], index)
    return list(_accumulate(last))


def _accumulate(last: Iterable[int]) -> Iterator[int]:
    highest = 0
    for index in last:
        highest = max(highest, index + 1)
        yield highest


def _reach(start: int, imported: Sequence[frozenset[str]], owners: dict[str, list[int]]) -> set[int]:
    """The files that one imports, through others too."""
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        for name in imported[waiting.pop()]:
            new = [index for index in owners.get(name, ()) if index not in reached]
            reached.update(new)
            waiting += new
    return reached


def _name(path: Path) -> str:
    return path.parent.name if path.stem == _PACKAGE else path.stem


def _list_imported(path: Path, text: bytes) -> frozenset[str]:
    """The words of the import statements; for relative ones the packages around the file too."""
    statements = [match.group() for match in _IMPORT.finditer(text)]
    words = {word.decode("utf-8", "replace") for statement in statements for word in _WORD.findall(statement)}
    if any(_RELATIVE.search(statement) for statement in statements):
        words.update(path.parent.parts)
    return frozenset(words)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
